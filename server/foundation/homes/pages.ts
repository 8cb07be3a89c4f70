import {
  dashboardPage,
  explorePage,
  groupPage,
  namespacePage,
  newGroupPage,
  newProjectPage,
} from '#contract/foundation/namespaces.ts'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { type LinkPreview, type PageAddress, page } from '#server/page-address.ts'
import { shortened, summaryOf } from '#server/platform/text/summary.ts'

export const homesPages: readonly PageAddress[] = [
  {
    name: 'dashboard',
    address: '/',
    operation: dashboardPage,
    title: foundationTitles.dashboard,
    module: 'foundation/dashboard/HomePage.tsx',
  },
  {
    name: 'explore',
    address: '/explore',
    operation: explorePage,
    title: foundationTitles.explore,
    module: 'foundation/dashboard/ExplorePage.tsx',
  },
  {
    name: 'new-project',
    address: '/projects/new',
    operation: newProjectPage,
    title: foundationTitles.newProject,
    module: 'foundation/projects/NewProjectPage.tsx',
  },
  {
    name: 'new-group',
    address: '/groups/new',
    operation: newGroupPage,
    title: foundationTitles.newGroup,
    module: 'foundation/groups/NewGroupPage.tsx',
  },
  page({
    name: 'group',
    address: '/groups/:namespace',
    operation: groupPage,
    title: foundationTitles.home,
    description: ({ group }) => summaryOf(group.description_html),
    preview: ({ group }) => previewOf('Group', group),
    module: 'foundation/NamespacePage.tsx',
  }),
  page({
    name: 'namespace',
    address: '/:namespace',
    operation: namespacePage,
    title: home => (home.kind === 'user' ? home.user.name : foundationTitles.home),
    description: home =>
      'user' in home
        ? shortened(home.user.profile?.bio ?? '')
        : summaryOf(('project' in home ? home.project : home.group).description_html),
    preview: home => {
      if ('user' in home) return null
      return 'project' in home ? previewOf('Project', home.project) : previewOf('Group', home.group)
    },
    module: 'foundation/NamespacePage.tsx',
  }),
]

const previewOf = (kind: 'Project' | 'Group', { name }: { readonly name: string }): LinkPreview => ({
  kind,
  title: name,
  state: null,
})
