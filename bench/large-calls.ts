import type { LargeDataset, MeasuredPlace } from './large-place.ts'
import type { Target } from './measure.ts'

export interface LargeCall {
  readonly name: string
  readonly small: Target
  readonly large: Target
}

/** The calls whose cost must not grow with the place: each in a small place and in a large one. */
export function largeCalls({ small, large, strangerToken }: LargeDataset): readonly LargeCall[] {
  const both = (name: string, of: (place: MeasuredPlace) => Target): LargeCall => ({
    name,
    small: of(small),
    large: of(large),
  })
  const as = (token: string, path: string, holds: string): Target => ({
    path,
    headers: { 'private-token': token },
    holds,
  })
  const get = (name: string, of: (place: MeasuredPlace) => string, holds = '"id"') =>
    both(name, place => as(place.tokens.member, of(place), holds))
  const issues = (name: string, query: string) =>
    get(name, ({ groupId }) => `/api/v4/groups/${groupId}/issues?${query}`)
  const page = (name: string, query: string) =>
    get(name, ({ groupPath }) => `/-/pages/group_issues?namespace=${groupPath}&${query}`, '"counts"')
  const graphql = (name: string, fields: string) =>
    both(name, ({ groupPath, tokens }) => ({
      path: '/api/graphql',
      method: 'POST',
      headers: { 'private-token': tokens.member, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `query($path: ID!) { group(fullPath: $path) { issues(first: 20, includeSubgroups: true) { ${fields} } } }`,
        variables: { path: groupPath },
      }),
      holds: '"issues"',
    }))
  return [
    issues('group issues', 'state=opened'),
    issues('group issues, every state', ''),
    issues('group issues, updated', 'state=opened&order_by=updated_at'),
    issues('group issues, page 4', 'state=opened&page=4'),
    issues('group issues, milestone due', 'state=opened&order_by=milestone_due&sort=asc'),
    issues('group issues, priority', 'state=opened&order_by=priority&sort=asc'),
    issues('group issues, label priority', 'state=opened&order_by=label_priority&sort=asc'),
    issues('group issues, position', 'state=opened&order_by=relative_position'),
    issues('group issues, no assignee', 'state=opened&assignee_id=None'),
    issues('group issues, no label', 'state=opened&labels=None'),
    issues('group issues, no milestone', 'state=opened&milestone=None'),
    issues('group issues, not a label', 'state=opened&not[labels]=label%201'),
    issues('group issues, not an author', 'state=opened&not[author_username]=person7'),
    issues('group issues, a label', 'state=opened&labels=label%201'),
    issues('group issues, an author', 'state=opened&author_username=person6'),
    issues('group issues, an assignee', 'state=opened&assignee_username[]=person12'),
    issues('group issues, common word', 'state=opened&search=shuttle'),
    issues('group issues, rare word', 'state=opened&search=177'),
    issues('group issues, keys', 'state=opened&pagination=keyset'),
    get('group counts', ({ groupId }) => `/api/v4/groups/${groupId}/issues_statistics`, '"statistics"'),
    get(
      'group counts, a label',
      ({ groupId }) => `/api/v4/groups/${groupId}/issues_statistics?labels=label%201`,
      '"statistics"',
    ),
    page('group page', ''),
    page('group page, milestone due', 'order_by=milestone_due&sort=asc'),
    page('group page, no assignee', 'assignee_id=None'),
    page('group page, common word', 'search=shuttle'),
    graphql('GraphQL group issues', 'nodes { id iid title }'),
    graphql('GraphQL group issues, count', 'count nodes { id iid title }'),
    both('group issues, of half', ({ groupId, tokens }) =>
      as(tokens.ofProjects, `/api/v4/groups/${groupId}/issues?state=opened`, '"id"'),
    ),
    get('assigned to me', () => '/api/v4/issues?scope=assigned_to_me&state=opened'),
    get('created by me', () => '/api/v4/issues?state=opened'),
    get('all issues', () => '/api/v4/issues?scope=all&state=opened'),
    get('search everywhere', () => '/api/v4/search?scope=issues&search=shuttle'),
    get('to-dos', () => '/api/v4/todos'),
    both('to-dos, far offset', place =>
      as(place.tokens.member, `/api/v4/todos?per_page=20&page=${place === large ? 900 : 1}`, '"id"'),
    ),
    get('to-do page', () => '/-/pages/todos', '"todos"'),
    both('projects of a stranger', place =>
      as(
        strangerToken,
        place === large ? '/api/v4/projects' : `/api/v4/groups/${small.groupId}/projects?include_subgroups=true`,
        '"id"',
      ),
    ),
    get('projects of the group', ({ groupId }) => `/api/v4/groups/${groupId}/projects?include_subgroups=true`),
    get('namespaces', () => '/api/v4/namespaces'),
    both('descendant groups, of half', ({ groupId, tokens }) =>
      as(tokens.ofProjects, `/api/v4/groups/${groupId}/descendant_groups`, '"id"'),
    ),
    both('palette, of half', ({ groupPath, tokens }) =>
      as(tokens.ofProjects, `/-/search?q=shuttle&project=${groupPath}/team-1/loom-1`, '"issues"'),
    ),
    both('dashboard, of half', ({ tokens }) => as(tokens.ofProjects, '/-/pages/dashboard', '"projects"')),
    get('group home', ({ groupPath }) => `/-/pages/group?namespace=${groupPath}`),
  ]
}
