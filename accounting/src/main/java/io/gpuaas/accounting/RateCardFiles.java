package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.util.List;

/// Rate cards as CSV files (RFC 4180), which can be read back as they were written.
public interface RateCardFiles {
  /// The columns, in this order, in the first line. A file may leave out the last one, or the last
  /// two.
  List<String> COLUMNS =
      List.of(
          "pool",
          "model",
          "class",
          "meter",
          "price_per_gpu_hour",
          "valid_from",
          "valid_to",
          "time_band",
          "list_price_per_gpu_hour");

  void write(RateCard card, Appendable out);

  /// The lines of a file, not yet checked as rates. Faults name row and column; the first row below
  /// the columns is row 1.
  Reading read(String text);

  /// What became of reading a file.
  sealed interface Reading {
    record Read(List<RateCardDraft.Line> lines) implements Reading {
      public Read {
        lines = List.copyOf(lines);
      }
    }

    record Refused(List<Fault> faults) implements Reading {
      public Refused {
        faults = List.copyOf(faults);
      }
    }
  }
}
