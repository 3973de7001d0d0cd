package io.gpuaas.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `gpuaas up`: runs the product in the foreground until it is told to stop.
@Command(
    name = "up",
    description = "Runs the product in the foreground.",
    footer = {
      "",
      "Examples:",
      "  gpuaas up",
      "  gpuaas up --empty --port 8081 --data /var/lib/gpuaas",
      "  gpuaas up --database jdbc:postgresql://db/gpuaas",
      "  gpuaas up --bind 0.0.0.0 --port 8443 --tls-certificate chain.pem --tls-key key.pem"
    })
final class UpCommand implements Callable<Integer> {
  private static final int NODES_MAX = 1_000;

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
      names = "--testbed",
      description = "A real Kubernetes with fake GPU nodes on this machine to run jobs on.")
  private boolean testbed;

  @Option(
      names = "--with-keycloak",
      description = "A Keycloak on this machine, with people to sign in as (fetched once, 180 MB).")
  private boolean withKeycloak;

  @Option(
      names = "--keycloak-port",
      paramLabel = "P",
      defaultValue = "8180",
      description = "Where Keycloak listens (default: ${DEFAULT-VALUE}).")
  private int keycloakPort = 8180;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "Speak TLS with this certificate, in PEM; those of its authorities follow it.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The key of the certificate, in PEM, without a password.")
  private @Nullable Path key;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "8",
      description = "Nodes of the test bed, of eight GPUs each (default: ${DEFAULT-VALUE}).")
  private int nodes = 8;

  @Option(
      names = "--with",
      split = ",",
      paramLabel = "OPERATOR",
      description =
          "Operators on the test bed beside what the backend needs, for jobs that ask for another.")
  private List<String> with = List.of();

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "job",
      description = "What drives jobs on such a cluster (default: ${DEFAULT-VALUE}).")
  private String backend = "job";

  @Override
  public Integer call() throws InterruptedException {
    requireValid();
    DataFolder folder = data.folder();
    DataFolder.Lock lock = folder.lock();
    requireFree(address(), port);
    AtomicReference<Runnable> end = new AtomicReference<>(() -> {});
    Thread shutdown = new Thread(() -> shutDown(end, lock), "shutdown");
    Runtime.getRuntime().addShutdownHook(shutdown);
    Keycloak keycloak = withKeycloak ? startKeycloak(folder) : null;
    Runnable endKeycloak = keycloak == null ? () -> {} : keycloak::close;
    end.set(endKeycloak);
    Testbed bed = testbed ? startTestbed(folder) : null;
    Runnable endBeside = bed == null ? endKeycloak : inOrder(bed::close, endKeycloak);
    end.set(endBeside);
    Database server = openDatabase(folder);
    end.set(inOrder(server::close, endBeside));
    Product product = Product.start(settings(folder, bed, keycloak), server);
    end.set(inOrder(product::close, endBeside));
    if (keycloak != null) {
      keycloak.greet(folder);
    }
    product.greet();
    new CountDownLatch(1).await();
    return Launcher.DONE;
  }

  private Testbed startTestbed(DataFolder folder) {
    return Testbed.start(
        folder.path().resolve("testbed"), Testbed.optionsFor(backend, nodes, with));
  }

  private Keycloak startKeycloak(DataFolder folder) {
    requireFree(InetAddress.getLoopbackAddress(), keycloakPort);
    String product = "http://127.0.0.1:" + port;
    return Keycloak.start(folder.path().resolve("keycloak"), keycloakPort, product);
  }

  private Product.Settings settings(
      DataFolder folder, @Nullable Testbed bed, @Nullable Keycloak keycloak) {
    Path file = bed == null ? kubeconfig : bed.kubeconfig();
    RealCluster cluster = file == null ? null : new RealCluster(file, backend);
    List<String> signIn = keycloak == null ? List.of() : keycloak.signInArguments();
    Tls tls = certificate == null || key == null ? null : new Tls(certificate, key);
    return new Product.Settings(folder, bind, port, !empty, speed, cluster, tls, signIn);
  }

  private static Runnable inOrder(Runnable first, Runnable then) {
    return () -> {
      try {
        first.run();
      } finally {
        then.run();
      }
    };
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

  private void requireValid() {
    if (!(speed > 0 && speed <= Product.Settings.SPEED_MAX)) {
      throw new LaunchFault(
          "The speed (%s) must be above 0 and at most %d."
              .formatted(speed, Product.Settings.SPEED_MAX));
    }
    if (testbed && kubeconfig != null) {
      throw new LaunchFault("Give --testbed or --kubeconfig, not both.");
    }
    if ((certificate == null) != (key == null)) {
      throw new LaunchFault("TLS needs both --tls-certificate and --tls-key.");
    }
    if (certificate != null && withKeycloak) {
      throw new LaunchFault("The Keycloak of --with-keycloak knows the product over plain HTTP.");
    }
    if (nodes < 1 || nodes > NODES_MAX) {
      throw new LaunchFault("The nodes (%d) must be from 1 to %d.".formatted(nodes, NODES_MAX));
    }
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
