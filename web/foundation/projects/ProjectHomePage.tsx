import { ArchiveIcon, HistoryIcon, IssueOpenedIcon, LawIcon, RepoForkedIcon } from '@primer/octicons-react'
import { Suspense } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { usePlace } from '#web/api/place.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { abbreviate } from '#web/ui/status/abbreviate.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Callout } from '#web/ui/status/Callout.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { Markdown } from '#web/ui/text/Markdown.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { Badges } from '../badges/Badges.tsx'
import { DeletionBanner } from '../places/DeletionBanner.tsx'
import { type ProjectHome, projectPlace } from '../places/place.ts'
import { placeActions } from '../places/place-actions.ts'
import { TopicChips } from '../places/TopicChips.tsx'
import { VisibilityChip } from '../places/visibility.tsx'
import { CloneMenu } from './CloneMenu.tsx'
import { EmptyRepository } from './EmptyRepository.tsx'
import { ForkButton } from './ForkButton.tsx'
import { projectHomeParts, showsHomeParts } from './home-parts.ts'
import styles from './ProjectHomePage.module.css'
import { StarButton } from './StarButton.tsx'

export function ProjectHomePage({ project }: { readonly project: ProjectHome }) {
  usePlace({ title: foundationTitles.home, namespace: projectPlace(project), active: 'home', crumbs: [] })
  const { permissions } = project
  const isCopying = project.importStatus === 'scheduled' || project.importStatus === 'started'
  return (
    <Page>
      {project.deletion !== null && (
        <div className={styles.banner}>
          <DeletionBanner kind="project" {...project} canOwn={permissions.canOwn} />
        </div>
      )}
      {project.archived && project.deletion === null && (
        <div className={styles.banner}>
          <Banner icon={<ArchiveIcon />} title="This project is archived">
            It is read-only.
          </Banner>
        </div>
      )}
      <PageHeader
        leading={<Avatar {...project} sizePx={64} shape="square" named={false} />}
        title={project.name}
        badges={<VisibilityChip visibility={project.visibility} />}
        detail={<Facts project={project} />}
        actions={
          <>
            {placeActions.map(({ key, component: Action }) => (
              <Action key={key} place={{ kind: 'project', id: project.id, name: project.name }} />
            ))}
            <StarButton project={project} />
            {permissions.canReadCode && <ForkButton project={project} />}
            {permissions.canReadCode && <CloneMenu url={project.httpUrlToRepo} sshUrl={project.sshUrlToRepo} />}
          </>
        }
      />
      {project.descriptionHtml !== '' && (
        <div className={styles.description}>
          <Markdown html={project.descriptionHtml} />
        </div>
      )}
      {project.topics.length > 0 && (
        <div className={styles.topics}>
          <TopicChips topics={project.topics} />
        </div>
      )}
      <Badges badges={project.badges} />
      <Stack gap={5}>
        {project.needsSshKey && (
          <Callout
            name="ssh-key"
            title="Pull and push over SSH"
            action={<LinkButton href="/-/user_settings/ssh_keys">Add SSH key</LinkButton>}
          >
            You have no SSH key yet. Until you add one, you can pull and push over HTTP only.
          </Callout>
        )}
        {!permissions.canReadCode && <NoCode project={project} />}
        {isCopying && (
          <EmptyState title="Copying the repository…">
            <ProgressBar label="Copying the repository" value={null} />
            The files appear here when the copy is complete.
          </EmptyState>
        )}
        {project.importStatus === 'failed' && (
          <Banner tone="danger" title="The repository could not be copied">
            Delete this project and fork again.
          </Banner>
        )}
        {permissions.canReadCode && project.isEmpty && !isCopying && project.importStatus !== 'failed' && (
          <EmptyRepository
            cloneUrl={project.httpUrlToRepo}
            namespace={project.fullPath}
            name={project.name}
            defaultBranch={project.defaultBranch}
            canPush={permissions.canPushCode}
          />
        )}
        {showsHomeParts(project) &&
          projectHomeParts.map(({ key, label, component: Part }) => (
            <ErrorBoundary key={key} label={label} resetKey={project.lastActivityAt}>
              <Suspense fallback={<Skeleton rows={6} shape="row" label={`Loading: ${label}`} />}>
                <Part project={project} />
              </Suspense>
            </ErrorBoundary>
          ))}
      </Stack>
    </Page>
  )
}

function Facts({ project }: { readonly project: ProjectHome }) {
  const { fullPath, commitCount, openIssuesCount, license, defaultBranch } = project
  return (
    <span className={styles.facts}>
      {project.forkedFrom !== null && (
        <span className={styles.fact}>
          <RepoForkedIcon /> Forked from{' '}
          <TextLink tone="muted" href={`/${project.forkedFrom.fullPath}`}>
            {project.forkedFrom.fullName}
          </TextLink>
        </span>
      )}
      {openIssuesCount !== null && (
        <TextLink tone="muted" href={pagesPath('issue', fullPath)} className={styles.fact}>
          <IssueOpenedIcon /> {counted(openIssuesCount, 'open issue')}
        </TextLink>
      )}
      {project.permissions.canReadCode && !project.isEmpty && (
        <TextLink tone="muted" href={`/${fullPath}/-/commits`} className={styles.fact}>
          <HistoryIcon /> {counted(commitCount, 'commit')}
        </TextLink>
      )}
      {license !== null && (
        <TextLink
          tone="muted"
          href={`/${fullPath}/-/blob/${[...defaultBranch.split('/'), license.path].map(encodeURIComponent).join('/')}`}
          className={styles.fact}
        >
          <LawIcon /> {license.name === 'Other' ? 'License' : license.name}
        </TextLink>
      )}
      <span className={styles.fact}>
        Active <RelativeTime at={project.lastActivityAt} />
      </span>
    </span>
  )
}

const counted = (count: number, noun: string): string => `${abbreviate(count)} ${noun}${count === 1 ? '' : 's'}`

function NoCode({ project }: { readonly project: ProjectHome }) {
  const { permissions, fullPath } = project
  return permissions.canReadIssues ? (
    <EmptyState title="Code is visible to members only">
      Only project members can view its code. <TextLink href={pagesPath('issue', fullPath)}>View its issues</TextLink>.
    </EmptyState>
  ) : (
    <EmptyState title="Code is visible to members only">Only project members can view its code.</EmptyState>
  )
}
