package io.gpuaas.simulator.internal.edge;

import io.gpuaas.simulator.DocumentFault;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/// YAML text to [Tree]. Only the syntax of YAML is used, none of its types: no class is ever built
/// from a document, aliases and depth are bounded, `yes` and `no` are text.
final class YamlTree {
  private static final int ALIASES_MAX = 50;
  private static final int DEPTH_MAX = 50;
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?");

  private int converted;

  private YamlTree() {}

  /// @throws DocumentException when the text is no YAML document
  static Tree parse(String text) throws DocumentException {
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(ALIASES_MAX);
    options.setNestingDepthLimit(DEPTH_MAX);
    options.setAllowRecursiveKeys(false);
    options.setCodePointLimit(Integer.MAX_VALUE);
    options.setProcessComments(false);
    try {
      ParserImpl parser = new ParserImpl(new StreamReader(new StringReader(text)), options);
      Node root = new Composer(parser, new Resolver(), options).getSingleNode();
      return root == null ? new Tree.Scalar("", Tree.Kind.NULL) : new YamlTree().tree(root, 0);
    } catch (MarkedYAMLException fault) {
      throw syntax(fault.getProblem(), position(fault));
    } catch (YAMLException fault) {
      throw syntax(String.valueOf(fault.getMessage()), "");
    }
  }

  private static String position(MarkedYAMLException fault) {
    return fault.getProblemMark() == null
        ? ""
        : " (line %d, column %d)"
            .formatted(
                fault.getProblemMark().getLine() + 1, fault.getProblemMark().getColumn() + 1);
  }

  private static DocumentException syntax(String problem, String where) {
    String value = problem.lines().findFirst().orElse("") + where;
    return new DocumentException(
        "",
        List.of(
            new DocumentFault(
                "", "SYNTAX", value, "one YAML or JSON document between two --- lines")));
  }

  private Tree tree(Node node, int depth) throws DocumentException {
    converted++;
    if (depth > DEPTH_MAX || converted > 50_000_000) {
      throw syntax("aliases make the document too large", "");
    }
    return switch (node) {
      case ScalarNode scalar -> scalar(scalar);
      case SequenceNode sequence -> items(sequence, depth);
      case MappingNode mapping -> fields(mapping, depth);
      default -> throw syntax("an unknown kind of node " + node.getNodeId(), "");
    };
  }

  private static Tree.Scalar scalar(ScalarNode node) {
    String text = node.getValue();
    if (node.getScalarStyle() != ScalarStyle.PLAIN) {
      return new Tree.Scalar(text, Tree.Kind.TEXT);
    }
    return new Tree.Scalar(text, kind(text));
  }

  private static Tree.Kind kind(String plain) {
    return switch (plain) {
      case "", "~", "null", "Null", "NULL" -> Tree.Kind.NULL;
      case "true", "True", "TRUE", "false", "False", "FALSE" -> Tree.Kind.BOOLEAN;
      default -> NUMBER.matcher(plain).matches() ? Tree.Kind.NUMBER : Tree.Kind.TEXT;
    };
  }

  private Tree items(SequenceNode node, int depth) throws DocumentException {
    List<Tree> items = new ArrayList<>(node.getValue().size());
    for (Node item : node.getValue()) {
      items.add(tree(item, depth + 1));
    }
    return new Tree.Items(items);
  }

  private Tree fields(MappingNode node, int depth) throws DocumentException {
    SequencedMap<String, Tree> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw syntax("a key that is no text", "");
      }
      if (fields.put(key.getValue(), tree(tuple.getValueNode(), depth + 1)) != null) {
        String where = " (line %d)".formatted(key.getStartMark().getLine() + 1);
        throw syntax("the field " + key.getValue() + " is given twice", where);
      }
    }
    return new Tree.Fields(fields);
  }
}
