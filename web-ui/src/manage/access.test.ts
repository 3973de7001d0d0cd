import { expect, test } from 'vitest';
import { accessTo } from './access';

const binding = (login: string, kind: string, name: string) => ({ id: `${login}/${name}`, login, role: 'viewer', scope: { kind, name } });

test('roles of the project, its team, its department and the organisation reach it; others do not', () => {
  const found = accessTo(
    { name: 'vit', displayName: 'Vit', team: 'vision' },
    [{ name: 'vision', displayName: 'V', department: 'ai' }],
    [binding('e', 'ORG', 'acme'), binding('d', 'DEPARTMENT', 'ai'), binding('c', 'TEAM', 'vision'), binding('b', 'PROJECT', 'vit'),
      binding('x', 'PROJECT', 'asr'), binding('y', 'TEAM', 'vit'), binding('z', 'DEPARTMENT', 'vision')],
  );
  expect(found.map((each) => [each.login, each.scope.kind])).toEqual([['b', 'PROJECT'], ['c', 'TEAM'], ['d', 'DEPARTMENT'], ['e', 'ORG']]);
});
