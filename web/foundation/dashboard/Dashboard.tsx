import { PlusIcon, PulseIcon } from '@primer/octicons-react'
import { type ComponentProps, Suspense } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { useTab } from '#web/api/live/tab.ts'
import { dashboardPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Tabs } from '#web/ui/layout/Tabs.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { CommandBlock } from '../places/CommandBlock.tsx'
import { Pages } from '../places/Pages.tsx'
import { PendingList } from '../places/PendingList.tsx'
import { ProjectRow } from '../places/PlaceRows.tsx'
import type { GroupCard, ProjectCard } from '../places/place.ts'
import { usePageNumber, useSearchBox } from '../places/search-box.ts'
import styles from './Dashboard.module.css'
import { dashboardParts } from './dashboard-parts.ts'

interface DashboardProps {
  readonly username: string
  readonly canCreateGroup: boolean
}

export function Dashboard({ username, canCreateGroup }: DashboardProps) {
  usePlace({ title: foundationTitles.dashboard, namespace: null, active: null, crumbs: [] })
  const box = useSearchBox()
  const page = usePageNumber()
  const { data } = useReading(
    dashboardPage,
    { ...(box.asked === undefined ? {} : { search: box.asked }), ...(page === undefined ? {} : { page }) },
    { keepPrevious: true },
  )
  const isNew =
    data !== undefined &&
    data.projects.length === 0 &&
    data.groups.length === 0 &&
    data.pending.length === 0 &&
    box.asked === undefined &&
    !page
  return (
    <Page>
      <PageHeader
        title={foundationTitles.dashboard}
        actions={
          <>
            <LinkButton href="/dashboard/activity" icon={<PulseIcon />}>
              Activity
            </LinkButton>
            <LinkButton href="/projects/new" variant="primary" icon={<PlusIcon />}>
              New project
            </LinkButton>
          </>
        }
      />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : isNew ? (
        <>
          <Parts />
          <WaysToStart username={username} canCreateGroup={canCreateGroup} />
        </>
      ) : (
        <div className={styles.columns}>
          <div className={styles.main}>
            <Parts />
            <Projects data={data} box={box} />
          </div>
          <aside aria-label="Groups" className={styles.side}>
            <Groups groups={data.groups} canCreateGroup={canCreateGroup} />
          </aside>
        </div>
      )}
    </Page>
  )
}

function Parts() {
  return dashboardParts.map(({ key, label, component: Part }) => (
    <ErrorBoundary key={key} label={label}>
      <Suspense>
        <Part />
      </Suspense>
    </ErrorBoundary>
  ))
}

const tabs = [
  { key: 'recent', label: 'Recent' },
  { key: 'starred', label: 'Starred', value: 'starred' },
  { key: 'pending', label: 'Pending deletion', value: 'pending' },
] as const

type Pending = ComponentProps<typeof PendingList>['pending']

interface ProjectsProps {
  readonly data: {
    readonly projects: readonly ProjectCard[]
    readonly starred: readonly ProjectCard[]
    readonly hasNext: boolean
    readonly pending: Pending
  }
  readonly box: ReturnType<typeof useSearchBox>
}

function Projects({ data, box }: ProjectsProps) {
  const [active, setActive] = useTab(tabs)
  return (
    <Tabs
      label="Projects"
      active={active}
      onActive={setActive}
      tabs={[
        tabs[0],
        { ...tabs[1], count: data.starred.length },
        ...(data.pending.length > 0 || active === 'pending' ? [{ ...tabs[2], count: data.pending.length }] : []),
      ]}
      aside={
        active === 'recent' && (
          <SearchInput label="Search your projects" size="s" value={box.text} onValue={box.setText} />
        )
      }
    >
      <div className={styles.panel}>
        {active === 'starred' ? (
          <Starred projects={data.starred} />
        ) : active === 'pending' ? (
          <PendingDeletion pending={data.pending} />
        ) : data.projects.length === 0 ? (
          <EmptyState illustration={<Illustration of="nothing-found" />} title="No matching projects">
            Search <TextLink href={`/explore?search=${encodeURIComponent(box.asked ?? '')}`}>all projects</TextLink>{' '}
            instead.
          </EmptyState>
        ) : (
          <>
            <List aria-label="Recent projects">
              {data.projects.map(project => (
                <ProjectRow key={project.id} project={project} />
              ))}
            </List>
            <Pages label="Projects pagination" hasNext={data.hasNext} />
          </>
        )}
      </div>
    </Tabs>
  )
}

function PendingDeletion({ pending }: { readonly pending: Pending }) {
  return pending.length === 0 ? (
    <EmptyState illustration={<Illustration of="nothing-yet" />} title="Nothing pending deletion">
      Projects and groups you delete appear here until they are permanently deleted. You can restore them until then.
    </EmptyState>
  ) : (
    <PendingList pending={pending} />
  )
}

function Starred({ projects }: { readonly projects: readonly ProjectCard[] }) {
  return projects.length === 0 ? (
    <EmptyState illustration={<Illustration of="nothing-yet" />} title="No starred projects">
      Star a project from the top of its page to find it here.
    </EmptyState>
  ) : (
    <List aria-label="Starred projects">
      {projects.map(project => (
        <ProjectRow key={project.id} project={project} />
      ))}
    </List>
  )
}

function Groups({
  groups,
  canCreateGroup,
}: {
  readonly groups: readonly GroupCard[]
  readonly canCreateGroup: boolean
}) {
  return (
    <Card
      title="Groups"
      flush
      aside={
        canCreateGroup && (
          <LinkButton href="/groups/new" size="s" variant="quiet" icon={<PlusIcon />}>
            New
          </LinkButton>
        )
      }
    >
      {groups.length === 0 ? (
        <EmptyState size="s" headingLevel={3} title="No groups yet">
          Use groups to organize projects. Group members can access every project in the group.
        </EmptyState>
      ) : (
        <ul className={styles.groups}>
          {groups.map(group => (
            <li key={group.id}>
              <Anchor href={`/${group.fullPath}`} title={group.fullName} className={styles.group}>
                <Avatar {...group} sizePx={24} shape="square" named={false} />
                <span className={styles.groupName}>
                  <bdi>{group.fullName}</bdi>
                </span>
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function WaysToStart({ username, canCreateGroup }: DashboardProps) {
  const origin = useIsHydrated() ? window.location.origin : ''
  return (
    <div className={styles.ways}>
      <Card>
        <EmptyState
          illustration={<Illustration of="nothing-yet" />}
          title="Start your first project"
          action={
            <>
              <LinkButton href="/projects/new" variant="primary">
                Create a project
              </LinkButton>
              {canCreateGroup && <LinkButton href="/groups/new">Create a group</LinkButton>}
              <LinkButton href="/explore" variant="quiet">
                Explore
              </LinkButton>
            </>
          }
        >
          A project brings together a repository, its issues and the people who work on them.
        </EmptyState>
      </Card>
      <Card
        title="Or push an existing repository"
        description="Pushing to a new path in your namespace creates a private project."
      >
        <CommandBlock
          label="Copy commands"
          commands={`cd my-project\ngit remote add origin ${origin}/${username}/my-project.git\ngit push --set-upstream origin HEAD`}
        />
        <p className={styles.hint}>
          Git asks for your username and password. An{' '}
          <TextLink href="/-/user_settings/personal_access_tokens">access token</TextLink> works instead of the
          password.
        </p>
      </Card>
    </div>
  )
}
