package io.gpuaas.launch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/// The running product: the application on its database, and what tells others of it.
final class Product implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Product.class);

  private final Settings settings;
  private final Database database;
  private final ConfigurableApplicationContext application;
  private final ControlServer control;

  private Product(
      Settings settings,
      Database database,
      ConfigurableApplicationContext application,
      ControlServer control) {
    this.settings = settings;
    this.database = database;
    this.application = application;
    this.control = control;
  }

  /// How `up` was called.
  ///
  /// @param bind address to listen on
  /// @param sample whether a new, empty product gets the sample organisation
  /// @param speed simulated seconds per second
  /// @param cluster a real cluster to be connected at once; null for none
  /// @param tls null for plain HTTP
  /// @param signIn arguments of the application that name providers of identities
  record Settings(
      DataFolder folder,
      String bind,
      int port,
      boolean sample,
      double speed,
      @Nullable RealCluster cluster,
      @Nullable Tls tls,
      List<String> signIn) {
    static final long SPEED_MAX = 100_000;

    /// Where a person on this machine reaches it.
    String url() {
      String host = bind.equals("0.0.0.0") || bind.equals("::") ? "127.0.0.1" : bind;
      return "%s://%s:%d".formatted(tls == null ? "http" : "https", host, port);
    }

    private List<String> arguments() {
      List<String> all = new ArrayList<>(signIn);
      all.addAll(tls == null ? List.of() : tls.arguments());
      all.add("--server.address=" + bind);
      all.add("--server.port=" + port);
      all.add("--gpuaas.cluster.speed=" + speed);
      return all;
    }
  }

  /// Starts the application and returns when it listens.
  static Product start(Settings settings, Database database) {
    boolean isNew = database.isEmpty();
    RealCluster cluster = settings.cluster();
    if (isNew && settings.sample() && cluster == null) {
      SampleStart.fill(settings.folder(), database);
    }
    Progress.say("starting the product");
    ConfigurableApplicationContext application =
        Application.start(settings.folder(), database, settings.arguments());
    if (cluster != null) {
      cluster.connect(application, isNew && settings.sample());
    }
    boolean isFirst = SignInFiles.writeFirst(application, settings.folder(), settings.url());
    if (isFirst && isNew && settings.sample()) {
      SignInFiles.writeSample(application, settings.folder(), settings.url());
    }
    SignInFiles.listensAt(settings.url(), settings.folder());
    ControlServer control = ControlServer.start(application);
    new Instance(ProcessHandle.current().pid(), settings.url(), control.url(), control.secret())
        .writeTo(settings.folder().instance());
    return new Product(settings, database, application, control);
  }

  /// Waits until a page and the API answer, then says so on standard output.
  void greet() {
    try {
      Readiness.await(settings.url(), settings.tls());
    } catch (LaunchFault e) {
      LOG.error("Not ready", e);
      throw e;
    }
    if (settings.folder().firstSignIn().toFile().exists()) {
      Progress.say("user and password of the first sign-in: " + settings.folder().firstSignIn());
    }
    System.out.println("ready " + settings.url());
  }

  /// Ends the application, then its database.
  @Override
  public void close() {
    try (database) {
      control.close();
      application.close();
      settings.folder().forgetInstance();
    }
  }
}
