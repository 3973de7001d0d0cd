# Two stages: the build with Maven and npm, and a small image with a Java runtime.
FROM eclipse-temurin:25-jdk-noble AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends maven nodejs npm \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN mvn --batch-mode -Dquick -DskipTests package -pl api -am

FROM eclipse-temurin:25-jre-noble
RUN apt-get update \
    && apt-get install --yes --no-install-recommends wget \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home --uid 10001 gpuaas \
    && install --directory --owner=gpuaas --group=gpuaas --mode=0700 /data
COPY --from=build /source/api/target/gpuaas.jar /opt/gpuaas/gpuaas.jar
COPY --from=build /source/api/target/lib /opt/gpuaas/lib
USER gpuaas
WORKDIR /data
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=70", "-XX:+ExitOnOutOfMemoryError", "-jar", "/opt/gpuaas/gpuaas.jar"]
CMD ["up", "--bind", "0.0.0.0", "--port", "8080", "--data", "/data"]
