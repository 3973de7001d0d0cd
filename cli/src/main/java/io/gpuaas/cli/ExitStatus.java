package io.gpuaas.cli;

/// How a command ends. The numbers are a contract: pipelines branch on them.
public enum ExitStatus {
  OK(0, "done"),
  JOB_FAILED(1, "the job ended with an error of its own"),
  USAGE(2, "the call, the file or the job is not valid"),
  NOT_ALLOWED(3, "not signed in, or not allowed"),
  REFUSED(4, "no quota or budget for it, or it can never run"),
  PREEMPTED(5, "the job was preempted and does not go on"),
  TIMED_OUT(6, "the job ran or waited longer than it may"),
  STILL_ALIVE(7, "waited long enough; the job goes on"),
  CANCELLED(8, "the job was cancelled"),
  UNAVAILABLE(9, "the server or the hardware failed, not the job");

  private final int code;
  private final String meaning;

  ExitStatus(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  public String meaning() {
    return meaning;
  }
}
