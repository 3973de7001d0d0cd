package io.gpuaas.cli;

/// What keeps a command from being carried out; one sentence that says what to do, and the status.
public final class CliFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitStatus status;

  public CliFault(ExitStatus status, String sentence) {
    super(sentence);
    this.status = status;
  }

  /// `cause` is for whoever debugs the command.
  public CliFault(ExitStatus status, String sentence, Throwable cause) {
    super(sentence, cause);
    this.status = status;
  }

  public static CliFault usage(String sentence) {
    return new CliFault(ExitStatus.USAGE, sentence);
  }

  public ExitStatus status() {
    return status;
  }
}
