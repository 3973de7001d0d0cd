package io.gpuaas.launch;

import io.gpuaas.api.AccountSeed;
import io.gpuaas.api.FirstSignIn;
import io.gpuaas.launch.sample.SampleAccounts;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/// Makes the first accounts of a new product and tells their owner, in private files.
final class SignInFiles {
  private static final int PASSWORD_BYTES = 9;
  private static final JsonMapper JSON = JsonMapper.shared();

  private SignInFiles() {}

  /// Content of `first-sign-in.json`.
  record SignIn(String url, String user, String password, String token) {}

  /// Content of `sample-users.json`; all of them have the same password.
  record SampleUsers(String url, List<String> users, String password) {}

  /// Writes `first-sign-in.json` when the product has no account yet; false when it has.
  static boolean writeFirst(ApplicationContext product, DataFolder folder, String url) {
    return product
        .getBean(FirstSignIn.class)
        .create()
        .map(
            first -> {
              write(first, folder, url);
              return true;
            })
        .orElse(false);
  }

  static void write(FirstSignIn.Credentials first, DataFolder folder, String url) {
    SignIn file = new SignIn(url, first.login(), first.password(), first.token());
    PrivateFile.write(folder.firstSignIn(), JSON.writeValueAsString(file));
  }

  /// Brings the address in the files up to date, where the product listens elsewhere than it did.
  static void listensAt(String url, DataFolder folder) {
    if (Files.exists(folder.firstSignIn())) {
      SignIn it = JSON.readValue(folder.firstSignIn().toFile(), SignIn.class);
      if (!it.url.equals(url)) {
        SignIn moved = new SignIn(url, it.user, it.password, it.token);
        PrivateFile.write(folder.firstSignIn(), JSON.writeValueAsString(moved));
      }
    }
    if (Files.exists(folder.sampleUsers())) {
      SampleUsers it = JSON.readValue(folder.sampleUsers().toFile(), SampleUsers.class);
      if (!it.url.equals(url)) {
        SampleUsers moved = new SampleUsers(url, it.users, it.password);
        PrivateFile.write(folder.sampleUsers(), JSON.writeValueAsString(moved));
      }
    }
  }

  /// Makes the people of the sample organisation and writes `sample-users.json`.
  static void writeSample(ApplicationContext product, DataFolder folder, String url) {
    byte[] drawn = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(drawn);
    String password = HexFormat.of().formatHex(drawn);
    List<AccountSeed.Person> people = SampleAccounts.people();
    product.getBean(AccountSeed.class).ensure(people, password);
    List<String> logins =
        people.stream().map(AccountSeed.Person::login).distinct().sorted().toList();
    SampleUsers file = new SampleUsers(url, logins, password);
    PrivateFile.write(folder.sampleUsers(), JSON.writeValueAsString(file));
  }
}
