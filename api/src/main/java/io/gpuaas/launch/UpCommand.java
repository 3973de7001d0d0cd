package io.gpuaas.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `gpuaas up`: runs the product in the foreground until it is told to stop.
@Command(name = "up", description = "Runs the product in the foreground.")
final class UpCommand implements Callable<Integer> {
  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "HTTP port (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address to listen on (default: ${DEFAULT-VALUE}).")
  private String bind = "127.0.0.1";

  @Option(names = "--empty", description = "Start without the sample organisation.")
  private boolean empty;

  @Option(
      names = "--database",
      paramLabel = "URL",
      description = "An existing PostgreSQL, jdbc:postgresql://HOST/NAME, instead of our own.")
  private @Nullable String database;

  @Option(
      names = "--speed",
      paramLabel = "X",
      defaultValue = "1",
      description = "Simulated seconds per second in the simulated clusters (default: 1).")
  private double speed;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "A Kubernetes cluster to run jobs on, instead of the simulated ones.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "job",
      description = "What drives jobs on it (default: ${DEFAULT-VALUE}).")
  private String backend = "job";

  @Override
  public Integer call() throws InterruptedException {
    DataFolder folder = data.folder();
    Product.Settings settings = settings(folder);
    DataFolder.Lock lock = folder.lock();
    requireFree(address(), port);
    Database server = openDatabase(folder);
    AtomicReference<Runnable> end = new AtomicReference<>(server::close);
    Thread shutdown = new Thread(() -> shutDown(end, lock), "shutdown");
    Runtime.getRuntime().addShutdownHook(shutdown);
    Product product = Product.start(settings, server);
    end.set(product::close);
    product.greet();
    new CountDownLatch(1).await();
    return Launcher.DONE;
  }

  /// Runs at the end of the process, however far the start had come.
  private static void shutDown(AtomicReference<Runnable> end, DataFolder.Lock lock) {
    try (lock) {
      Objects.requireNonNull(end.get()).run();
    }
  }

  private Database openDatabase(DataFolder folder) {
    if (database != null) {
      return Database.existing(database, System.getenv());
    }
    Progress.say("starting PostgreSQL in " + folder.path());
    return Database.embedded(folder);
  }

  private Product.Settings settings(DataFolder folder) {
    if (!(speed > 0 && speed <= Product.Settings.SPEED_MAX)) {
      throw new LaunchFault(
          "The speed (%s) must be above 0 and at most %d."
              .formatted(speed, Product.Settings.SPEED_MAX));
    }
    RealCluster cluster = kubeconfig == null ? null : new RealCluster(kubeconfig, backend);
    return new Product.Settings(folder, bind, port, !empty, speed, cluster);
  }

  private InetAddress address() {
    try {
      return InetAddress.getByName(bind);
    } catch (UnknownHostException e) {
      throw new LaunchFault(
          "The address %s is unknown: give one of this machine's own with --bind.".formatted(bind),
          e);
    }
  }

  /// Asked before anything is started, so that the answer comes at once.
  private static void requireFree(InetAddress address, int port) {
    if (port < 1 || port > 65_535) {
      throw new LaunchFault("The port (%d) must be from 1 to 65535.".formatted(port));
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
    } catch (IOException e) {
      throw new LaunchFault(
          "Port %d is busy: stop what listens there, or choose another with --port."
              .formatted(port),
          e);
    }
  }
}
