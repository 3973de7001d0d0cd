package io.gpuaas.launch;

import io.gpuaas.GpuaasApplication;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
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
  record Settings(DataFolder folder, String bind, int port, boolean sample, double speed) {
    static final int SPEED_MAX = 100_000;

    /// Where a person on this machine reaches it.
    String url() {
      String host = bind.equals("0.0.0.0") || bind.equals("::") ? "127.0.0.1" : bind;
      return "http://%s:%d".formatted(host, port);
    }
  }

  /// Starts the application and returns when it listens.
  ///
  /// @throws LaunchFault when it does not start; the log in the data folder says why
  static Product start(Settings settings, Database database) {
    Progress.say("starting the product");
    ConfigurableApplicationContext application = run(settings, database);
    ControlServer control = ControlServer.start(application);
    new Instance(ProcessHandle.current().pid(), settings.url(), control.url(), control.secret())
        .writeTo(settings.folder().instance());
    return new Product(settings, database, application, control);
  }

  private static ConfigurableApplicationContext run(Settings settings, Database database) {
    SpringApplication spring = new SpringApplication(GpuaasApplication.class);
    spring.setMainApplicationClass(GpuaasApplication.class);
    spring.setBannerMode(Banner.Mode.OFF);
    spring.setRegisterShutdownHook(false);
    try {
      return spring.run(arguments(settings, database));
    } catch (PortInUseException e) {
      throw new LaunchFault(
          "Port %d is busy: stop what listens there, or choose another with --port."
              .formatted(settings.port()),
          e);
    } catch (RuntimeException e) {
      throw new LaunchFault(
          "The product did not start: read %s.".formatted(settings.folder().log()), e);
    }
  }

  /// Waits until a page and the API answer, then says so on standard output.
  void greet() {
    try {
      Readiness.await(settings.url());
    } catch (LaunchFault e) {
      LOG.error("Not ready", e);
      throw e;
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

  /// As a command line, because that comes before the application's own settings.
  private static String[] arguments(Settings settings, Database database) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--spring.datasource.url=" + database.url());
    if (database.user() != null) {
      arguments.add("--spring.datasource.username=" + database.user());
    }
    if (database.password() != null) {
      arguments.add("--spring.datasource.password=" + database.password());
    }
    arguments.add("--server.address=" + settings.bind());
    arguments.add("--server.port=" + settings.port());
    arguments.add("--gpuaas.cluster.speed=" + settings.speed());
    arguments.add("--logging.file.name=" + settings.folder().log());
    arguments.add("--logging.threshold.console=OFF");
    return arguments.toArray(String[]::new);
  }
}
