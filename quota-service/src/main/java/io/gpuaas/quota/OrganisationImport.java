package io.gpuaas.quota;

import io.gpuaas.core.ImportOutcome;

/// Makes a whole document true in one transaction with one generation: what is missing is created,
/// what differs is replaced, what is not named stays. Doing it again changes nothing.
public interface OrganisationImport {
  ImportOutcome apply(OrganisationDocument document);
}
