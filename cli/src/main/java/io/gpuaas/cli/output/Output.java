package io.gpuaas.cli.output;

import io.gpuaas.cli.server.Json;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/// Prints answers in the form that was asked for. JSON and YAML are what the server said, whole.
public final class Output {
  private final Format format;
  private final PrintStream out;

  public Output(Format format, PrintStream out) {
    this.format = format;
    this.out = out;
  }

  public Format format() {
    return format;
  }

  /// A list; JSON is an array.
  public void list(List<JsonNode> items, List<Column> columns) {
    switch (format) {
      case TABLE -> table(items, columns);
      case CSV -> csv(items, columns);
      case JSON -> out.println(Json.PRETTY.writeValueAsString(items));
      case YAML -> out.print(yaml(Json.MAPPER.valueToTree(items)));
    }
  }

  /// One thing; a table of it has a line for each column.
  public void one(JsonNode item, List<Column> columns) {
    switch (format) {
      case TABLE -> lines(item, columns);
      case CSV -> csv(List.of(item), columns);
      case JSON -> out.println(Json.PRETTY.writeValueAsString(item));
      case YAML -> out.print(yaml(item));
    }
  }

  private void table(List<JsonNode> items, List<Column> columns) {
    List<List<String>> rows = rows(items, columns);
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = columns.get(i).title().length();
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    out.println(line(columns.stream().map(Column::title).toList(), columns, widths));
    rows.forEach(row -> out.println(line(row, columns, widths)));
  }

  private static List<List<String>> rows(List<JsonNode> items, List<Column> columns) {
    return items.stream()
        .map(item -> columns.stream().map(it -> oneLine(it.cell().apply(item))).toList())
        .toList();
  }

  private static String line(List<String> cells, List<Column> columns, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i == 0 ? "" : "  ");
      line.append(columns.get(i).isNumber() ? padding + cells.get(i) : cells.get(i) + padding);
    }
    return line.toString().stripTrailing();
  }

  private void lines(JsonNode item, List<Column> columns) {
    int width = columns.stream().mapToInt(it -> it.title().length()).max().orElse(0);
    for (Column column : columns) {
      String padding = " ".repeat(width - column.title().length());
      out.println("%s%s  %s".formatted(column.title(), padding, column.cell().apply(item)));
    }
  }

  /// Control characters of others' texts do not reach the terminal.
  static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  private void csv(List<JsonNode> items, List<Column> columns) {
    out.print(csvLine(columns.stream().map(Column::title).toList()));
    for (JsonNode item : items) {
      List<String> cells = new ArrayList<>();
      for (Column column : columns) {
        String cell = column.cell().apply(item);
        cells.add(column.isNumber() ? cell : harmless(cell));
      }
      out.print(csvLine(cells));
    }
  }

  private static String csvLine(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (String cell : cells) {
      line.append(line.isEmpty() ? "" : ",");
      line.append('"').append(cell.replace("\"", "\"\"")).append('"');
    }
    return line.append("\r\n").toString();
  }

  /// A spreadsheet would run a text that begins like a formula.
  private static String harmless(String cell) {
    boolean formula = !cell.isEmpty() && "=+-@\t\r".indexOf(cell.charAt(0)) >= 0;
    return formula && !cell.equals("-") ? "'" + cell : cell;
  }

  /// YAML of a tree, its fields in their order.
  public static String yaml(JsonNode tree) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setWidth(100);
    return new Yaml(options).dump(Json.MAPPER.convertValue(tree, Object.class));
  }
}
