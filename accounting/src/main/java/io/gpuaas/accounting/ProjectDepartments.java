package io.gpuaas.accounting;

import java.util.SortedMap;

/// A port: to which department each project belongs now.
public interface ProjectDepartments {
  /// By project.
  SortedMap<String, String> departments();
}
