import { ArchiveIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { usePlace } from '#web/api/place.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Markdown } from '#web/ui/text/Markdown.tsx'
import { CreationDialog } from '../places/CreationDialog.tsx'
import { DeletionBanner } from '../places/DeletionBanner.tsx'
import { Pages } from '../places/Pages.tsx'
import { PendingList } from '../places/PendingList.tsx'
import { GroupRow, ProjectRow } from '../places/PlaceRows.tsx'
import { type GroupHome, groupPlace } from '../places/place.ts'
import { placeActions } from '../places/place-actions.ts'
import { usePageNumber, type useSearchBox } from '../places/search-box.ts'
import { VisibilityChip } from '../places/visibility.tsx'
import styles from './GroupHomePage.module.css'

interface GroupHomePageProps {
  readonly group: GroupHome
  readonly box: ReturnType<typeof useSearchBox>
}

export function GroupHomePage({ group, box }: GroupHomePageProps) {
  usePlace({ title: foundationTitles.home, namespace: groupPlace(group), active: 'home', crumbs: [] })
  const page = usePageNumber()
  const { user } = useViewer()
  const [isCreating, setCreating] = useState(false)
  const { permissions, groups, projects } = group
  // Nothing can be created in what cannot be changed.
  const isOpen = !group.archived && group.deletion === null
  const isEmpty = groups.length === 0 && projects.length === 0
  const isNew = isEmpty && box.asked === undefined && page === undefined
  return (
    <Page>
      {group.deletion !== null && (
        <div className={styles.banner}>
          <DeletionBanner kind="group" {...group} canOwn={permissions.canAdmin} />
        </div>
      )}
      {group.archived && group.deletion === null && (
        <div className={styles.banner}>
          <Banner icon={<ArchiveIcon />} title="This group is archived">
            You can view its contents but not change them.
          </Banner>
        </div>
      )}
      <PageHeader
        leading={<Avatar {...group} sizePx={64} shape="square" named={false} />}
        title={group.name}
        badges={<VisibilityChip visibility={group.visibility} />}
        detail={group.descriptionHtml !== '' && <Markdown html={group.descriptionHtml} />}
        actions={
          <>
            {placeActions.map(({ key, component: Action }) => (
              <Action key={key} place={{ kind: 'group', id: group.id, name: group.name }} />
            ))}
            {isOpen && user !== null && projects.length > 0 && (
              <Button icon={<PlusIcon />} onClick={() => setCreating(true)}>
                New issue
              </Button>
            )}
            {isOpen && permissions.canCreateSubgroup && (
              <LinkButton href={`/groups/new?parent_id=${group.id}`} icon={<PlusIcon />}>
                New subgroup
              </LinkButton>
            )}
            {isOpen && permissions.canCreateProject && (
              <LinkButton href={`/projects/new?namespace_id=${group.id}`} variant="primary" icon={<PlusIcon />}>
                New project
              </LinkButton>
            )}
          </>
        }
      />
      {isCreating && <CreationDialog kind="issue" namespace={groupPlace(group)} onClose={() => setCreating(false)} />}
      {isNew ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="Nothing in this group yet">
          {isOpen && permissions.canCreateProject
            ? 'Create its first project. Group members get access automatically.'
            : 'Projects in this group appear here.'}
        </EmptyState>
      ) : (
        <>
          <div className={styles.tools}>
            <SearchInput label="Search this group" value={box.text} onValue={box.setText} />
          </div>
          {isEmpty ? (
            <EmptyState illustration={<Illustration of="nothing-found" />} title="Nothing found">
              No project or subgroup matches your search.
            </EmptyState>
          ) : (
            <List aria-label="Groups and projects">
              {groups.map(each => (
                <GroupRow key={each.id} group={each} within={group.fullName} />
              ))}
              {projects.map(each => (
                <ProjectRow key={each.id} project={each} within={group.fullName} />
              ))}
            </List>
          )}
          <Pages label="Groups and projects pagination" hasNext={group.hasNext} />
        </>
      )}
      {group.pending.length > 0 && (
        <section aria-label="Pending deletion" className={styles.pending}>
          <h2 className={styles.heading}>Pending deletion</h2>
          <PendingList pending={group.pending} />
        </section>
      )}
    </Page>
  )
}
