import {
  AlertIcon,
  BeakerIcon,
  BellIcon,
  BookmarkIcon,
  BugIcon,
  ClockIcon,
  CodeIcon,
  GearIcon,
  GitBranchIcon,
  GitCommitIcon,
  GitPullRequestIcon,
  GraphIcon,
  HomeIcon,
  type Icon,
  InboxIcon,
  IssueOpenedIcon,
  IterationsIcon,
  MilestoneIcon,
  PackageIcon,
  PeopleIcon,
  ProjectIcon,
  ProjectRoadmapIcon,
  PulseIcon,
  RocketIcon,
  ServerIcon,
  ShieldIcon,
  StackIcon,
  TagIcon,
} from '@primer/octicons-react'
import { type PlaceNamespace, useNamedPlace } from '#web/api/place.ts'
import { useLocation, useView } from '#web/api/router/context.ts'
import { Navigation, type NavigationProps, type NavigationSection } from './Navigation.tsx'

interface PlaceNavigationProps extends Omit<NavigationProps, 'owner' | 'sections' | 'active'> {
  readonly namespace: PlaceNamespace
}

/** The navigation of the group or project that the page belongs to. */
export function PlaceNavigation({ namespace, ...rest }: PlaceNavigationProps) {
  const { active } = useNamedPlace()
  const destination = useDestination(namespace)
  return (
    <Navigation
      owner={ownerOf(namespace)}
      sections={sectionsOf(namespace)}
      active={destination?.key ?? active}
      {...rest}
    />
  )
}

/** The entry of the navigation whose page has been asked for and is not there yet. It is marked at the press. */
export function useDestination(namespace: PlaceNamespace | null) {
  const path = useLocation(location => location.path)
  const view = useView()
  const isUnderway = view !== null && (view.state === 'pending' || view.location.path !== path)
  if (!isUnderway || namespace === null || namespace.kind === 'user') return null
  return (
    sectionsOf(namespace)
      .flatMap(section => section.items)
      .find(item => item.href === path) ?? null
  )
}

function ownerOf(namespace: PlaceNamespace) {
  const { id, name, fullPath, avatarUrl } = namespace
  return { id, name, kind: namespace.kind === 'project' ? 'Project' : 'Group', href: `/${fullPath}`, avatarUrl }
}

/** The pages of a group or project. */
export function sectionsOf(namespace: PlaceNamespace): readonly NavigationSection[] {
  const { kind, fullPath, offers, accessLevel, keepsContacts, ancestorIds, openIssuesCount, openMergeRequestsCount } =
    namespace
  const isGroup = kind === 'group'
  const item = (key: string, label: string, icon: Icon, path = key, count: number | null = null) => ({
    key,
    label,
    href: `/${isGroup ? 'groups/' : ''}${fullPath}/-/${path}`,
    icon,
    count,
  })
  const when = (isOffered: unknown, ...items: readonly ReturnType<typeof item>[]) => (isOffered ? items : [])
  const sections: readonly NavigationSection[] = [
    {
      label: null,
      items: [{ ...item('home', 'Overview', HomeIcon), href: `/${fullPath}` }, item('activity', 'Activity', PulseIcon)],
    },
    {
      label: 'Plan',
      items: [
        ...when(
          offers.issues,
          item('issues', 'Issues', IssueOpenedIcon, 'issues', openIssuesCount),
          ...when(
            !isGroup && (accessLevel ?? 0) >= 15,
            item('service_desk', 'Service desk', InboxIcon, 'issues/service_desk'),
          ),
          item('boards', 'Boards', ProjectIcon),
        ),
        ...when(isGroup, item('epics', 'Epics', StackIcon), item('roadmap', 'Roadmap', ProjectRoadmapIcon)),
        ...when(
          offers.issues,
          item('labels', 'Labels', TagIcon),
          item('milestones', 'Milestones', MilestoneIcon),
          ...when(isGroup || ancestorIds?.length, item('iterations', 'Iterations', IterationsIcon)),
        ),
        ...when(isGroup && keepsContacts, item('contacts', 'Contacts', PeopleIcon, 'crm/contacts')),
      ],
    },
    {
      label: 'Code',
      items: [
        ...when(
          offers.code,
          item('files', 'Files', CodeIcon, 'tree'),
          item('commits', 'Commits', GitCommitIcon),
          item('branches', 'Branches', GitBranchIcon),
          item('tags', 'Tags', BookmarkIcon),
        ),
        ...when(
          isGroup || (offers.code && offers.mergeRequests),
          item('merge_requests', 'Merge requests', GitPullRequestIcon, 'merge_requests', openMergeRequestsCount),
        ),
      ],
    },
    {
      label: 'Deploy',
      items: [
        ...when(offers.environments, item('environments', 'Environments', ServerIcon)),
        ...when(offers.releases, item('releases', 'Releases', RocketIcon)),
        ...when(offers.featureFlags, item('feature_flags', 'Feature flags', BeakerIcon)),
      ],
    },
    {
      label: 'Monitor',
      items: [
        ...when(offers.escalations, item('oncall_schedules', 'On call', ClockIcon)),
        ...when(offers.issues, item('incidents', 'Incidents', AlertIcon)),
        ...when(offers.errors, item('errors', 'Error tracking', BugIcon, 'error_tracking')),
        ...when(offers.alerts, item('alerts', 'Alerts', BellIcon, 'alert_management')),
        // Each leads to the pages beside it: an entry costs elements on every page.
        ...when(
          offers.vulnerabilities,
          item('vulnerabilities', 'Vulnerabilities', ShieldIcon, 'security/vulnerability_report'),
        ),
        ...when(offers.dependencies && !offers.vulnerabilities, item('dependencies', 'Dependencies', PackageIcon)),
        ...when(offers.insights, item('insights', 'Insights', GraphIcon, 'analytics/value_stream_analytics')),
      ],
    },
    {
      label: 'Manage',
      items: [
        item('members', 'Members', PeopleIcon, isGroup ? 'group_members' : 'project_members'),
        ...when(offers.settings, item('settings', 'Settings', GearIcon, 'edit')),
      ],
    },
  ]
  return sections.filter(({ items }) => items.length > 0)
}
