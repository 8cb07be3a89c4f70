import { ArchiveIcon, HistoryIcon, IssueOpenedIcon } from '@primer/octicons-react'
import { Suspense } from 'react'
import { usePlace } from '#web/api/place.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { abbreviate } from '#web/ui/status/abbreviate.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { Markdown } from '#web/ui/text/Markdown.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { CommandBlock } from '../places/CommandBlock.tsx'
import { type ProjectHome, projectPlace } from '../places/place.ts'
import { VisibilityChip } from '../places/visibility.tsx'
import { CloneMenu } from './CloneMenu.tsx'
import { projectHomeParts } from './home-parts.ts'
import styles from './ProjectHomePage.module.css'
import { StarButton } from './StarButton.tsx'

export function ProjectHomePage({ project }: { readonly project: ProjectHome }) {
  usePlace({ title: 'Overview', namespace: projectPlace(project), active: 'home', crumbs: [] })
  const { permissions } = project
  return (
    <Page>
      {project.archived && (
        <div className={styles.banner}>
          <Banner icon={<ArchiveIcon />} title="This project is archived">
            It can be read, and nothing in it can be changed.
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
            <StarButton project={project} />
            {permissions.canReadCode && <CloneMenu url={project.httpUrlToRepo} />}
          </>
        }
      />
      {project.descriptionHtml !== '' && (
        <div className={styles.description}>
          <Markdown html={project.descriptionHtml} />
        </div>
      )}
      {project.topics.length > 0 && (
        <ul aria-label="Topics" className={styles.topics}>
          {project.topics.map(topic => (
            <li key={topic}>
              <Anchor href={`/explore?topic=${encodeURIComponent(topic)}`} className={styles.topic}>
                {topic}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.parts}>
        {!permissions.canReadCode ? (
          <NoCode project={project} />
        ) : project.isEmpty ? (
          <EmptyRepository project={project} />
        ) : (
          projectHomeParts.map(({ key, label, component: Part }) => (
            <ErrorBoundary key={key} label={label} resetKey={project.lastActivityAt}>
              <Suspense fallback={<Skeleton rows={6} shape="row" label={`Loading: ${label}`} />}>
                <Part project={project} />
              </Suspense>
            </ErrorBoundary>
          ))
        )}
      </div>
    </Page>
  )
}

function Facts({ project }: { readonly project: ProjectHome }) {
  const { fullPath, commitCount, openIssuesCount } = project
  return (
    <span className={styles.facts}>
      {openIssuesCount !== null && (
        <TextLink tone="muted" href={`/${fullPath}/-/issues`} className={styles.fact}>
          <IssueOpenedIcon /> {counted(openIssuesCount, 'open issue')}
        </TextLink>
      )}
      {project.permissions.canReadCode && !project.isEmpty && (
        <TextLink tone="muted" href={`/${fullPath}/-/commits`} className={styles.fact}>
          <HistoryIcon /> {counted(commitCount, 'commit')}
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
    <EmptyState title="Follow along in the issues">
      The code of this project is for its members. <TextLink href={`/${fullPath}/-/issues`}>See its issues</TextLink>.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing to see here">The code of this project is for its members.</EmptyState>
  )
}

function EmptyRepository({ project }: { readonly project: ProjectHome }) {
  const { httpUrlToRepo: url, path, defaultBranch: branch, permissions } = project
  if (!permissions.canPushCode) {
    return (
      <Card>
        <EmptyState title="The repository is empty">Its files stand here once somebody has pushed them.</EmptyState>
      </Card>
    )
  }
  return (
    <>
      <Card title="Push a repository you have" description="From its folder:">
        <CommandBlock
          label="Copy the commands to push"
          commands={`git remote add origin ${url}\ngit push --set-upstream origin --all\ngit push --set-upstream origin --tags`}
        />
      </Card>
      <Card title="Or begin a new one">
        <CommandBlock
          label="Copy the commands to begin"
          commands={`git clone ${url}\ncd ${path}\ngit switch --create ${branch}\necho "# ${project.name.replaceAll('"', '')}" > README.md\ngit add README.md\ngit commit -m "Begin"\ngit push --set-upstream origin ${branch}`}
        />
      </Card>
      <p className={styles.hint}>
        Git asks for your username and password. An{' '}
        <TextLink href="/-/user_settings/personal_access_tokens">access token</TextLink> does in place of the password.
      </p>
    </>
  )
}
