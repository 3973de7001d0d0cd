package io.gpuaas.launch;

import io.gpuaas.GpuaasApplication;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;

/// Starts the application class on a database.
final class Application {
  private Application() {}

  /// Returns when it listens.
  ///
  /// @param settings `--name=value` each; they come before the application's own settings
  /// @throws LaunchFault when it does not start; the log in the data folder says why
  static ConfigurableApplicationContext start(
      DataFolder folder, Database database, List<String> settings) {
    SpringApplication spring = new SpringApplication(GpuaasApplication.class);
    spring.setMainApplicationClass(GpuaasApplication.class);
    spring.setBannerMode(Banner.Mode.OFF);
    spring.setRegisterShutdownHook(false);
    try {
      return spring.run(arguments(folder, database, settings));
    } catch (PortInUseException e) {
      throw new LaunchFault(
          "Port %d is busy: stop what listens there, or choose another with --port."
              .formatted(e.getPort()),
          e);
    } catch (RuntimeException e) {
      throw new LaunchFault("The product did not start: read %s.".formatted(folder.log()), e);
    }
  }

  private static String[] arguments(DataFolder folder, Database database, List<String> settings) {
    List<String> arguments = new ArrayList<>(settings);
    arguments.add("--spring.datasource.url=" + database.url());
    if (database.user() != null) {
      arguments.add("--spring.datasource.username=" + database.user());
    }
    if (database.password() != null) {
      arguments.add("--spring.datasource.password=" + database.password());
    }
    if (database.hasRole()) {
      arguments.add("--spring.datasource.hikari.connection-init-sql=" + Database.takeRole());
    }
    arguments.add("--gpuaas.single-process=" + database.isOurs());
    arguments.add("--logging.file.name=" + folder.log());
    arguments.add("--logging.threshold.console=OFF");
    return arguments.toArray(String[]::new);
  }
}
