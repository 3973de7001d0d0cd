package io.gpuaas.api.internal.service;

import java.security.SecureRandom;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/// Keys that the server made for itself; the same after a restart and for each process.
@Service
public class ServerKeys {
  private static final int BYTES = 32;

  private final JdbcClient jdbc;

  ServerKeys(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// The key of that name, made now if there is none.
  public byte[] key(String name) {
    byte[] fresh = new byte[BYTES];
    new SecureRandom().nextBytes(fresh);
    jdbc.sql("insert into identity.server_key values (?, ?) on conflict do nothing")
        .params(name, fresh)
        .update();
    return jdbc.sql("select value from identity.server_key where name = ?")
        .param(name)
        .query(byte[].class)
        .single();
  }
}
