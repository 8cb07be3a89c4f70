import { topicsPath } from '../topics/topic-path.ts'

export const exploreTabs = [
  { key: 'projects', label: 'Projects', href: '/explore' },
  { key: 'groups', label: 'Groups', href: '/explore?tab=groups' },
  { key: 'topics', label: 'Topics', href: topicsPath },
] as const
