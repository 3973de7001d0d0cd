package io.gpuaas;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// The types and methods of one source file, as the compiler's own parser sees them.
record ParsedSource(List<String> types, List<Method> methods) {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /// @param type what it returns, as written; empty for a constructor
  /// @param lines from the first line of the declaration to its closing brace
  /// @param parameters how many, but those of a query string, which have names; 0 for a record's
  ///   constructor, whose parts are data
  record Method(String name, String type, int lines, int parameters) {
    boolean isConstructor() {
      return name.equals("<init>");
    }
  }

  static ParsedSource of(String text) {
    return parsed(List.of(text)).getFirst();
  }

  /// By file, in their order. Read by one parser, since starting one takes longer than parsing.
  static SequencedMap<Path, ParsedSource> allOf(SourceFolder folder) {
    List<Path> files = folder.endingWith(".java");
    List<ParsedSource> sources = parsed(files.stream().map(folder::text).toList());
    SequencedMap<Path, ParsedSource> byFile = new LinkedHashMap<>();
    for (int i = 0; i < files.size(); i++) {
      byFile.put(files.get(i), sources.get(i));
    }
    return byFile;
  }

  private static List<ParsedSource> parsed(List<String> texts) {
    List<Text> files = texts.stream().map(Text::new).toList();
    JavacTask task = (JavacTask) COMPILER.getTask(null, null, _ -> {}, List.of(), null, files);
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    List<ParsedSource> sources = new ArrayList<>();
    try {
      for (CompilationUnitTree unit : task.parse()) {
        Reader reader = new Reader(unit, positions);
        reader.scan(unit, null);
        sources.add(new ParsedSource(reader.types, reader.methods));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources;
  }

  private static final class Reader extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> types = new ArrayList<>();
    private final List<Method> methods = new ArrayList<>();

    Reader(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
      if (!type.getSimpleName().isEmpty()) {
        types.add(type.getSimpleName().toString());
      }
      return super.visitClass(type, null);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
      boolean ofRecord =
          getCurrentPath().getParentPath().getLeaf() instanceof ClassTree owner
              && owner.getKind() == Tree.Kind.RECORD
              && method.getReturnType() == null;
      methods.add(
          new Method(
              method.getName().toString(),
              Objects.toString(method.getReturnType(), ""),
              line(positions.getEndPosition(unit, method))
                  - line(positions.getStartPosition(unit, method))
                  + 1,
              ofRecord ? 0 : positional(method)));
      return super.visitMethod(method, null);
    }

    private static int positional(MethodTree method) {
      return Math.toIntExact(
          method.getParameters().stream()
              .filter(parameter -> !parameter.toString().contains("@RequestParam"))
              .count());
    }

    private int line(long position) {
      return Math.toIntExact(unit.getLineMap().getLineNumber(position));
    }
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String text;

    Text(String text) {
      super(URI.create("string:///Source.java"), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
