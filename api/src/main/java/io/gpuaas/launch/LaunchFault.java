package io.gpuaas.launch;

/// What keeps a command from being carried out and a person can remedy: a busy port, a folder in
/// use. The message is one sentence that names the remedy; it is printed without a stack trace, and
/// the exit status is 2.
public final class LaunchFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LaunchFault(String sentence) {
    super(sentence);
  }

  /// `cause` is for the log only.
  public LaunchFault(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
