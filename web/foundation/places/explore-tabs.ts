import { topicsPath } from './project-topic-path.ts'

export const exploreDetail = 'Projects, groups and topics you can access.'

export const exploreTabs = [
  { key: 'projects', label: 'Projects', href: '/explore' },
  { key: 'groups', label: 'Groups', href: '/explore?tab=groups' },
  { key: 'topics', label: 'Topics', href: topicsPath },
] as const
