/** Roles as the API names them. */
export const ROLES = [
  'org-admin', 'platform-operator', 'finance-admin', 'finance-viewer', 'dept-manager', 'project-admin', 'data-scientist', 'viewer',
  'auditor', 'ci-runner',
] as const;
