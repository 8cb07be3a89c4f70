import {
  AlertIcon,
  BookmarkIcon,
  CodeIcon,
  GearIcon,
  GitBranchIcon,
  GitCommitIcon,
  GitPullRequestIcon,
  HomeIcon,
  IssueOpenedIcon,
  IterationsIcon,
  MilestoneIcon,
  PeopleIcon,
  ProjectIcon,
  ProjectRoadmapIcon,
  PulseIcon,
  StackIcon,
  TagIcon,
} from '@primer/octicons-react'
import { type PlaceNamespace, useNamedPlace } from '#web/api/place.ts'
import { Navigation, type NavigationProps, type NavigationSection } from './Navigation.tsx'

interface PlaceNavigationProps extends Omit<NavigationProps, 'owner' | 'sections' | 'active'> {
  readonly namespace: PlaceNamespace
}

/** The navigation of the group or project that the page belongs to. */
export function PlaceNavigation({ namespace, ...rest }: PlaceNavigationProps) {
  const { active } = useNamedPlace()
  return <Navigation owner={ownerOf(namespace)} sections={sectionsOf(namespace)} active={active} {...rest} />
}

function ownerOf(namespace: PlaceNamespace) {
  const { id, name, fullPath, avatarUrl } = namespace
  return { id, name, kind: namespace.kind === 'project' ? 'Project' : 'Group', href: `/${fullPath}`, avatarUrl }
}

/** The pages of a group or project. */
export function sectionsOf(namespace: PlaceNamespace): readonly NavigationSection[] {
  const { fullPath, offers, openIssuesCount, openMergeRequestsCount } = namespace
  if (namespace.kind === 'group') {
    const base = `/groups/${fullPath}/-`
    return [
      { label: null, items: firstItems(fullPath, base) },
      {
        label: 'Plan',
        items: [
          { key: 'issues', label: 'Issues', href: `${base}/issues`, icon: <IssueOpenedIcon /> },
          incidents(base),
          boards(base),
          { key: 'epics', label: 'Epics', href: `${base}/epics`, icon: <StackIcon /> },
          { key: 'roadmap', label: 'Roadmap', href: `${base}/roadmap`, icon: <ProjectRoadmapIcon /> },
          { key: 'labels', label: 'Labels', href: `${base}/labels`, icon: <TagIcon /> },
          { key: 'milestones', label: 'Milestones', href: `${base}/milestones`, icon: <MilestoneIcon /> },
          { key: 'iterations', label: 'Iterations', href: `${base}/iterations`, icon: <IterationsIcon /> },
          ...(namespace.keepsContacts
            ? [{ key: 'contacts', label: 'Contacts', href: `${base}/crm/contacts`, icon: <PeopleIcon /> }]
            : []),
        ],
      },
      { label: 'Code', items: [mergeRequests(base, null)] },
      { label: 'Manage', items: manageItems(`${base}/group_members`, offers.settings ? `${base}/edit` : null) },
    ]
  }
  const base = `/${fullPath}/-`
  return [
    { label: null, items: firstItems(fullPath, base) },
    ...(offers.issues
      ? [
          {
            label: 'Plan',
            items: [
              {
                key: 'issues',
                label: 'Issues',
                href: `${base}/issues`,
                icon: <IssueOpenedIcon />,
                count: openIssuesCount ?? null,
              },
              incidents(base),
              boards(base),
              { key: 'labels', label: 'Labels', href: `${base}/labels`, icon: <TagIcon /> },
              { key: 'milestones', label: 'Milestones', href: `${base}/milestones`, icon: <MilestoneIcon /> },
              ...(namespace.ancestorIds?.length
                ? [{ key: 'iterations', label: 'Iterations', href: `${base}/iterations`, icon: <IterationsIcon /> }]
                : []),
            ],
          },
        ]
      : []),
    ...(offers.code
      ? [
          {
            label: 'Code',
            items: [
              { key: 'files', label: 'Files', href: `${base}/tree`, icon: <CodeIcon /> },
              { key: 'commits', label: 'Commits', href: `${base}/commits`, icon: <GitCommitIcon /> },
              { key: 'branches', label: 'Branches', href: `${base}/branches`, icon: <GitBranchIcon /> },
              { key: 'tags', label: 'Tags', href: `${base}/tags`, icon: <BookmarkIcon /> },
              ...(offers.mergeRequests ? [mergeRequests(base, openMergeRequestsCount ?? null)] : []),
            ],
          },
        ]
      : []),
    { label: 'Manage', items: manageItems(`${base}/project_members`, offers.settings ? `${base}/edit` : null) },
  ]
}

const incidents = (base: string) => ({
  key: 'incidents',
  label: 'Incidents',
  href: `${base}/incidents`,
  icon: <AlertIcon />,
})

const boards = (base: string) => ({
  key: 'boards',
  label: 'Boards',
  href: `${base}/boards`,
  icon: <ProjectIcon />,
})

const mergeRequests = (base: string, count: number | null) => ({
  key: 'merge_requests',
  label: 'Merge requests',
  href: `${base}/merge_requests`,
  icon: <GitPullRequestIcon />,
  count,
})

const firstItems = (fullPath: string, base: string) => [
  { key: 'home', label: 'Overview', href: `/${fullPath}`, icon: <HomeIcon /> },
  { key: 'activity', label: 'Activity', href: `${base}/activity`, icon: <PulseIcon /> },
]

function manageItems(members: string, settings: string | null) {
  return [
    { key: 'members', label: 'Members', href: members, icon: <PeopleIcon /> },
    ...(settings === null ? [] : [{ key: 'settings', label: 'Settings', href: settings, icon: <GearIcon /> }]),
  ]
}
