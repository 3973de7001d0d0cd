package io.gpuaas.launch;

import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// An empty product on virtual time, for a [VirtualProcess], which may kill it. It goes on where
/// the one before it on the same folder was killed, and ends with the process that started it.
@Command(name = "virtual", hidden = true)
final class VirtualCommand implements Callable<Integer> {
  @Mixin private DataOption data = new DataOption();

  @Option(names = "--port", required = true)
  private int port;

  @Option(names = "--start", required = true)
  private Instant start = Instant.EPOCH;

  @Override
  public Integer call() throws IOException {
    DataFolder folder = data.folder();
    String url = "http://127.0.0.1:" + port;
    try (DataFolder.Lock _ = folder.lock();
        Database database = Database.embedded(folder);
        ConfigurableApplicationContext application =
            Application.start(
                folder,
                database.withoutWaitingForTheDisk(),
                VirtualProduct.settings(port, start))) {
      SignInFiles.writeFirst(application, folder, url);
      System.out.println(VirtualProcess.READY);
      while (System.in.read() >= 0) {
        // Nothing is ever said here; it ends when nobody is left who could.
      }
    }
    return Launcher.DONE;
  }
}
