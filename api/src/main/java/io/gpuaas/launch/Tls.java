package io.gpuaas.launch;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// TLS that the product itself speaks, with a certificate of the operator's.
///
/// @param certificate in PEM, those of its authorities behind it
/// @param key in PEM, without a password
record Tls(Path certificate, Path key) {
  /// Of the application. Who is asked without a proxy believes no headers of one.
  List<String> arguments() {
    for (Path file : List.of(certificate, key)) {
      if (!Files.isReadable(file)) {
        throw new LaunchFault("%s cannot be read: name a file in PEM.".formatted(file));
      }
    }
    return List.of(
        "--server.ssl.certificate=" + certificate.toUri(),
        "--server.ssl.certificate-private-key=" + key.toUri(),
        "--spring.profiles.include=https",
        "--server.forward-headers-strategy=none");
  }

  /// Of a client on this machine, which knows the product by its very certificate: the name in it
  /// is that of another address.
  SSLContext client() {
    try (InputStream file = Files.newInputStream(certificate)) {
      Certificate own = CertificateFactory.getInstance("X.509").generateCertificate(file);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Known(own)}, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new LaunchFault("%s is no certificate in PEM.".formatted(certificate), e);
    }
  }

  /// Trusts one certificate, whatever name it has.
  private static final class Known extends X509ExtendedTrustManager {
    private final Certificate known;

    Known(Certificate known) {
      this.known = known;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      if (!chain[0].equals(known)) {
        throw new CertificateException("Another certificate than that of --tls-certificate.");
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
