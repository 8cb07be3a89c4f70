import { readFileSync } from 'node:fs'
import type { LargeDataset, MeasuredPlace } from './large-place.ts'
import type { Target } from './measure.ts'

interface LargeCall {
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
  const project = (name: string, query: string) =>
    get(name, ({ projectId }) => `/api/v4/projects/${projectId}/issues?state=opened&${query}`)
  const projectPage = (name: string, query: string) =>
    get(name, ({ projectPath }) => `/-/pages/issues?namespace=${projectPath}&${query}`, '"counts"')
  const picker = (name: string, file: string, variables: (place: MeasuredPlace) => object) =>
    both(name, place => ({
      path: '/api/graphql',
      method: 'POST',
      headers: { 'private-token': place.tokens.member, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: readFileSync(new URL(`../web/plan/${file}.graphql`, import.meta.url), 'utf8'),
        variables: { fullPath: place.projectPath, isGroup: false, ...variables(place) },
      }),
      holds: '"id"',
    }))
  const board = (name: string, of: (place: MeasuredPlace) => string) =>
    get(name, place => `/-/pages/${of(place)}`, '"lists"')
  return [
    ...orders.map(([order, sort]) => issues(`group issues by ${order}`, `state=opened&order_by=${order}&sort=${sort}`)),
    ...orders.map(([order, sort]) => project(`project issues by ${order}`, `order_by=${order}&sort=${sort}`)),
    projectPage('project page', ''),
    projectPage('project page, label priority', 'order_by=label_priority&sort=asc'),
    projectPage('project page, common word', 'search=shuttle'),
    projectPage('project page, by label', 'group_by=label'),
    page('group page, by assignee', 'group_by=assignee'),
    ...['', 'p', 'son1'].flatMap(search => [
      picker(`people, ${search}`, 'pickers/search-people', () => ({ search })),
      picker(`people of the group, ${search}`, 'pickers/search-people', ({ groupPath }) => ({
        search,
        fullPath: groupPath,
        isGroup: true,
      })),
    ]),
    ...['', 'e', 'rel', 'ile'].map(searchTitle =>
      picker(`milestones, ${searchTitle}`, 'pickers/search-milestones', () => ({ searchTitle, state: 'active' })),
    ),
    ...['', 'a', 'are', 'lab'].map(searchTerm =>
      picker(`labels, ${searchTerm}`, 'labels/search-labels', () => ({ searchTerm })),
    ),
    ...['', 'e', 'shu'].map(search =>
      picker(`epics, ${search}`, 'pickers/search-epics', ({ groupPath }) => ({
        fullPath: groupPath,
        search,
        in: ['TITLE'],
      })),
    ),
    ...['', 's', 'spr'].map(search => picker(`iterations, ${search}`, 'pickers/search-iterations', () => ({ search }))),
    ...['', 'l', 'loo'].map(search =>
      get(
        `projects to move to, ${search}`,
        ({ projectId }) => `/-/autocomplete/projects?project_id=${projectId}&search=${search}`,
        '[',
      ),
    ),
    ...['', 'p', 'son1'].map(search =>
      get(
        `users to complete, ${search}`,
        ({ projectId }) => `/-/autocomplete/users?project_id=${projectId}&search=${search}`,
      ),
    ),
    get('members to mention', ({ projectPath }) => `/${projectPath}/-/autocomplete_sources/members`, 'username'),
    get('issues to mention', ({ projectPath }) => `/${projectPath}/-/autocomplete_sources/issues`, '['),
    get('labels to mention', ({ projectPath }) => `/${projectPath}/-/autocomplete_sources/labels`, 'title'),
    get('filter options', ({ projectId }) => `/api/v4/projects/${projectId}/issue_filter_options?field=epic`),
    get(
      'filter options of the group',
      ({ groupId }) => `/api/v4/groups/${groupId}/issue_filter_options?field=epic&search=e`,
    ),
    board('project board', place => `project_board?namespace=${place.projectPath}&board_id=${place.projectBoardId}`),
    board(
      'project board by epic',
      place => `project_board?namespace=${place.projectPath}&board_id=${place.projectBoardId}&group_by=epic`,
    ),
    board(
      'project board, a label',
      place => `project_board?namespace=${place.projectPath}&board_id=${place.projectBoardId}&labels=area%201`,
    ),
    board('group board', place => `group_board?namespace=${place.groupPath}&board_id=${place.groupBoardId}`),
    board(
      'group board by epic',
      place => `group_board?namespace=${place.groupPath}&board_id=${place.groupBoardId}&group_by=epic`,
    ),
    get('roadmap', ({ groupPath }) => `/-/pages/group_roadmap?namespace=${groupPath}`, '"epics"'),
    get('epics', ({ groupPath }) => `/-/pages/group_epics?namespace=${groupPath}`, '"counts"'),
    get(
      'epics, common word',
      ({ groupPath }) => `/-/pages/group_epics?namespace=${groupPath}&search=shuttle`,
      '"counts"',
    ),
    get('members of the group', ({ groupPath }) => `/-/pages/group_members?namespace=${groupPath}`, '"members"'),
    get(
      'members of the project',
      ({ projectPath }) => `/-/pages/project_members?namespace=${projectPath}`,
      '"members"',
    ),
    get('members of the project, REST', ({ projectId }) => `/api/v4/projects/${projectId}/members/all`),
    issues('group issues', 'state=opened'),
    issues('group issues, every state', ''),
    issues('group issues, page 4', 'state=opened&page=4'),
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

const orders = [
  ['created_at', 'desc'],
  ['updated_at', 'desc'],
  ['priority', 'asc'],
  ['label_priority', 'asc'],
  ['milestone_due', 'asc'],
  ['popularity', 'desc'],
  ['relative_position', 'asc'],
  ['title', 'asc'],
  ['due_date', 'asc'],
  ['weight', 'desc'],
] as const
