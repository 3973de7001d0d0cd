import type { Project, RoleBinding, Team } from '~/api/types';

export interface Access {
  login: string;
  role: string;
  /** The binding it comes from. */
  scope: RoleBinding['scope'];
}

/** Who has a role on the project, directly or from above, in the order of logins. */
export function accessTo(project: Project, teams: Team[], bindings: RoleBinding[]): Access[] {
  const department = teams.find((team) => team.name === project.team)?.department;
  const above: Record<string, string | undefined> = { PROJECT: project.name, TEAM: project.team, DEPARTMENT: department };
  return bindings
    .filter(({ scope }) => scope.kind === 'ORG' || (above[scope.kind] !== undefined && above[scope.kind] === scope.name))
    .map(({ login, role, scope }) => ({ login, role, scope }))
    .sort((a, b) => a.login.localeCompare(b.login) || a.role.localeCompare(b.role));
}
