package io.gpuaas.api.internal.wiring;

import io.gpuaas.api.internal.edge.access.CallArgument;
import io.gpuaas.api.internal.edge.access.DenialRecords;
import io.gpuaas.api.internal.edge.access.DryRuns;
import io.gpuaas.api.internal.edge.access.RecentSignIns;
import io.gpuaas.api.internal.edge.config.VirtualTimeHeader;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.BodyLimits;
import io.gpuaas.api.internal.edge.manners.BodyTags;
import io.gpuaas.api.internal.edge.manners.ChosenFields;
import io.gpuaas.api.internal.edge.manners.Constraints;
import io.gpuaas.api.internal.edge.manners.KnownParameters;
import io.gpuaas.api.internal.edge.manners.RateLimits;
import io.gpuaas.api.internal.edge.manners.RequestIds;
import io.gpuaas.api.internal.edge.manners.Retirements;
import io.gpuaas.api.internal.edge.manners.StoredAnswers;
import io.gpuaas.api.internal.edge.manners.StrictBinder;
import io.gpuaas.api.internal.edge.manners.StrictJsonBody;
import io.gpuaas.api.internal.edge.manners.UnreadableRequests;
import io.gpuaas.api.internal.service.Ticks;
import io.gpuaas.api.internal.store.IdempotencyStore;
import io.gpuaas.core.IdGenerator;
import jakarta.servlet.Filter;
import jakarta.validation.Validator;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.PathResourceResolver;

/// Filters, bodies, arguments and pages of the web server.
@Configuration(proxyBeanMethods = false)
class WebSetUp implements WebMvcConfigurer {
  /// Behind the security chain (-100): bodies of strangers are not read.
  private static final int AFTER_SECURITY = -50;

  /// Bytes of a connection's buffers for reading and writing. Thousands of event streams have a
  /// connection each, and hardly ever anything to say.
  private static final String CONNECTION_BUFFER = "2048";

  private final CallArgument calls;
  private final DenialRecords denials;
  private final RecentSignIns recent;
  private final ChosenFields fields;
  private final DryRuns dryRuns;
  private final ObjectProvider<VirtualTimeHeader> virtualTime;

  WebSetUp(
      CallArgument calls,
      DenialRecords denials,
      RecentSignIns recent,
      ChosenFields fields,
      DryRuns dryRuns,
      ObjectProvider<VirtualTimeHeader> virtualTime) {
    this.calls = calls;
    this.denials = denials;
    this.recent = recent;
    this.fields = fields;
    this.dryRuns = dryRuns;
    this.virtualTime = virtualTime;
  }

  @Bean
  static FilterRegistrationBean<RequestIds> requestIds(IdGenerator ids) {
    return ordered(new RequestIds(ids), Ordered.HIGHEST_PRECEDENCE);
  }

  @Bean
  static FilterRegistrationBean<BodyLimits> bodyLimits(Ticks ticks) {
    return ordered(new BodyLimits(ticks), AFTER_SECURITY);
  }

  @Bean
  static FilterRegistrationBean<StoredAnswers> storedAnswers(
      IdempotencyStore store, InstantSource clock) {
    return ordered(new StoredAnswers(store, clock), AFTER_SECURITY + 1);
  }

  @Bean
  static FilterRegistrationBean<BodyTags> bodyTags() {
    return ordered(new BodyTags(), AFTER_SECURITY + 1);
  }

  /// On virtual time a minute is over at once, or never.
  @Bean
  @ConditionalOnProperty(name = "gpuaas.time", havingValue = "system", matchIfMissing = true)
  static FilterRegistrationBean<RateLimits> rateLimits(
      @Value("${gpuaas.rate-limit.read-per-minute:12000}") int read,
      @Value("${gpuaas.rate-limit.write-per-minute:6000}") int write,
      @Value("${gpuaas.rate-limit.stream-per-minute:600}") int stream,
      InstantSource clock) {
    RateLimits.Limits limits = new RateLimits.Limits(read, write, stream);
    return ordered(new RateLimits(limits, clock), AFTER_SECURITY - 1);
  }

  private static <F extends Filter> FilterRegistrationBean<F> ordered(F filter, int order) {
    FilterRegistrationBean<F> bean = new FilterRegistrationBean<>(filter);
    bean.setOrder(order);
    return bean;
  }

  @Bean
  static StrictBinder strictBinder(Validator validator) {
    return new StrictBinder(new Constraints(validator));
  }

  @Bean
  static ServerHttpMessageConvertersCustomizer converters(StrictBinder binder) {
    return builder ->
        builder
            .addCustomConverter(new StrictJsonBody(binder))
            .withJsonConverter(new JacksonJsonHttpMessageConverter(ApiJson.WRITER));
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(calls);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(denials).addPathPatterns("/api/**");
    registry.addInterceptor(new Retirements()).addPathPatterns("/api/**");
    virtualTime.ifAvailable(it -> registry.addInterceptor(it).addPathPatterns("/api/**"));
    registry.addInterceptor(recent).addPathPatterns("/api/**");
    registry.addInterceptor(new KnownParameters()).addPathPatterns("/api/**");
    registry.addInterceptor(fields).addPathPatterns("/api/**");
    registry.addInterceptor(dryRuns).addPathPatterns("/api/**");
  }

  /// The portal: files as they are, and its start page for each path that only the portal knows.
  @Override
  public void addResourceHandlers(ResourceHandlerRegistry registry) {
    registry
        .addResourceHandler("/assets/**")
        .addResourceLocations("classpath:/static/assets/")
        .setCacheControl(CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable());
    registry
        .addResourceHandler("/**")
        .addResourceLocations("classpath:/static/")
        .setCacheControl(CacheControl.noCache())
        .resourceChain(true)
        .addResolver(new PortalPages());
  }

  private static final class PortalPages extends PathResourceResolver {
    @Override
    protected @org.jspecify.annotations.Nullable Resource getResource(
        String path, Resource location) throws java.io.IOException {
      Resource file = super.getResource(path, location);
      boolean isPage = !path.contains(".") && !path.startsWith("api/") && !path.equals("api");
      return file == null && isPage ? super.getResource("index.html", location) : file;
    }
  }

  @Bean
  static TomcatConnectorCustomizer smallBuffers() {
    return connector -> {
      connector.setProperty("socket.appReadBufSize", CONNECTION_BUFFER);
      connector.setProperty("socket.appWriteBufSize", CONNECTION_BUFFER);
    };
  }

  @Bean
  static WebServerFactoryCustomizer<TomcatServletWebServerFactory> unreadableRequests() {
    return factory ->
        factory.addContextCustomizers(
            context -> {
              if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(UnreadableRequests.class.getName());
              }
            });
  }
}
