package io.gpuaas.accounting.internal.edge;

import io.gpuaas.accounting.StatementPrints.Output;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.openpdf.text.Document;
import org.openpdf.text.Element;
import org.openpdf.text.Font;
import org.openpdf.text.HeaderFooter;
import org.openpdf.text.PageSize;
import org.openpdf.text.Paragraph;
import org.openpdf.text.Phrase;
import org.openpdf.text.Rectangle;
import org.openpdf.text.pdf.BaseFont;
import org.openpdf.text.pdf.PdfPCell;
import org.openpdf.text.pdf.PdfPTable;
import org.openpdf.text.pdf.PdfWriter;

/// Sheets of paper with headings and tables, written from top to bottom; what was written is not
/// kept. The fonts are part of the file.
final class PdfSheets implements AutoCloseable {
  private static final float MARGIN = 36;
  private static final float PADDING = 2.5f;
  private static final float SMALL = 7.5f;
  private static final float LARGE = 16;
  private static final float MIDDLE = 10;

  private final Document document = new Document(PageSize.A4.rotate());
  private final BaseFont letters;
  private final Font plain;
  private final Font strong;

  /// Begins the first sheet.
  ///
  /// @param name at the foot of each sheet
  PdfSheets(String name, Output out) {
    letters = letters("LiberationSans-Regular.ttf");
    plain = new Font(letters, SMALL);
    strong = new Font(letters("LiberationSans-Bold.ttf"), SMALL);
    PdfWriter.getInstance(document, stream(out));
    document.setMargins(MARGIN, MARGIN, MARGIN, MARGIN);
    HeaderFooter footer = new HeaderFooter(new Phrase(known(name) + " · ", plain), true);
    footer.setBorder(Rectangle.NO_BORDER);
    document.setFooter(footer);
    document.addTitle(name);
    document.open();
  }

  private static OutputStream stream(Output out) {
    return new OutputStream() {
      @Override
      public void write(int octet) {
        out.write(new byte[] {(byte) octet}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int count) {
        out.write(bytes, offset, count);
      }
    };
  }

  private static BaseFont letters(String name) {
    try (InputStream font = PdfSheets.class.getResourceAsStream("/liberation/" + name)) {
      if (font == null) {
        throw new IllegalStateException("The font %s is missing.".formatted(name));
      }
      return BaseFont.createFont(
          name, BaseFont.IDENTITY_H, BaseFont.EMBEDDED, true, font.readAllBytes(), null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// `text` with `?` for what the font does not have.
  private String known(String text) {
    StringBuilder known = new StringBuilder();
    text.codePoints().forEach(it -> known.appendCodePoint(letters.charExists(it) ? it : '?'));
    return known.toString();
  }

  void title(String text) {
    document.add(new Paragraph(known(text), new Font(strong.getBaseFont(), LARGE)));
  }

  void heading(String text) {
    Paragraph heading = new Paragraph(known(text), new Font(strong.getBaseFont(), MIDDLE));
    heading.setSpacingBefore(MIDDLE);
    heading.setSpacingAfter(PADDING);
    heading.setKeepTogether(true);
    document.add(heading);
  }

  /// Pairs of a name and a value.
  void facts(List<List<String>> facts) {
    PdfPTable table = new PdfPTable(new float[] {1, 4});
    table.setWidthPercentage(60);
    table.setHorizontalAlignment(Element.ALIGN_LEFT);
    for (List<String> fact : facts) {
      table.addCell(cell(fact.getFirst(), plain, false, Rectangle.NO_BORDER));
      table.addCell(cell(fact.getLast(), plain, false, Rectangle.NO_BORDER));
    }
    document.add(table);
  }

  /// A table whose head stands on each sheet.
  ///
  /// @param texts how many columns are texts; the others are numbers, on the right
  void table(List<String> columns, int texts, List<List<String>> rows) {
    PdfPTable table = new PdfPTable(columns.size());
    table.setWidthPercentage(100);
    table.setHeaderRows(1);
    for (int i = 0; i < columns.size(); i++) {
      table.addCell(cell(columns.get(i), strong, i >= texts, Rectangle.BOTTOM));
    }
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        table.addCell(cell(row.get(i), plain, i >= texts, Rectangle.NO_BORDER));
      }
    }
    document.add(table);
  }

  private PdfPCell cell(String text, Font font, boolean number, int border) {
    PdfPCell cell = new PdfPCell(new Phrase(known(text), font));
    cell.setBorder(border);
    cell.setPadding(PADDING);
    cell.setHorizontalAlignment(number ? Element.ALIGN_RIGHT : Element.ALIGN_LEFT);
    return cell;
  }

  @Override
  public void close() {
    document.close();
  }
}
