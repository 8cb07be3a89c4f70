import { GitBranchIcon, GitCommitIcon, LinkExternalIcon, TagIcon } from '@primer/octicons-react'
import { pipelineStatus } from '#contract/code/commits/pipeline-status.ts'
import { codeTitles } from '#contract/code/page-titles.ts'
import { pipelinePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { StatusMark } from '#web/ui/status/StatusMark.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { ListSkeleton } from '../commits/ListSkeleton.tsx'
import type { PipelineData } from '../shapes.ts'
import { commitHref, treeHref } from '../shared/addresses.ts'
import { codeTopics } from '../shared/place.ts'
import styles from './PipelinePage.module.css'

/** The reports of other programs about a commit on a branch or tag. */
export function PipelinePage() {
  const { namespace = '', pipelineId = '' } = usePageParams()
  const { data } = useReading(pipelinePage, { namespace, pipelineId: Number(pipelineId) }, { topics: codeTopics })
  return data === undefined ? <ListSkeleton /> : <Pipeline page={data} />
}

function Pipeline({ page }: { readonly page: PipelineData }) {
  const { place, pipeline, commitTitle, statuses, isCut } = page
  const title = codeTitles.pipeline(pipeline.iid)
  usePlace({
    title,
    namespace: shownNamespace(place.header),
    active: 'commits',
    crumbs: [
      { label: 'Commits', href: `/${place.namespace}/-/commits` },
      { label: title, href: `/${place.namespace}/-/pipelines/${pipeline.id}` },
    ],
  })
  const RefIcon = pipeline.tag ? TagIcon : GitBranchIcon
  return (
    <Page>
      <PageHeader
        title={title}
        badges={<StatusMark state={pipeline.status}>{pipelineStatus[pipeline.status].text}</StatusMark>}
        detail={
          <span className={styles.facts}>
            <span className={styles.fact}>
              <GitCommitIcon />
              <TextLink href={commitHref(place, pipeline.sha)}>
                {commitTitle ?? <code>{pipeline.sha.slice(0, 8)}</code>}
              </TextLink>
            </span>
            <span className={styles.fact}>
              <RefIcon />
              <TextLink href={treeHref(place, pipeline.ref)}>{pipeline.ref}</TextLink>
            </span>
            <span>
              Reported <RelativeTime at={pipeline.updatedAt} />
              {pipeline.coverage !== null && ` · ${Number(pipeline.coverage)}% coverage`}
            </span>
          </span>
        }
      />
      <h2 className={styles.heading}>
        {isCut ? `First ${statuses.length} checks` : counted(statuses.length, 'check')}
      </h2>
      <List>
        {statuses.map(status => (
          <Check key={status.id} status={status} />
        ))}
      </List>
    </Page>
  )
}

function Check({ status }: { readonly status: PipelineData['statuses'][number] }) {
  const { name, description, targetUrl, author } = status
  return (
    <ListRow
      leading={
        <span className={styles.mark}>
          <StatusMark state={status.status}>{pipelineStatus[status.status].text}</StatusMark>
        </span>
      }
      title={
        targetUrl === null ? (
          name
        ) : (
          <TextLink
            tone="plain"
            href={targetUrl}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={styles.outward}
          >
            {name} <LinkExternalIcon size={12} />
          </TextLink>
        )
      }
      detail={
        <span>
          {description !== null && description !== '' && `${description} · `}
          {author !== null && `Reported by ${author.name} · `}
          <RelativeTime at={status.finishedAt ?? status.startedAt ?? status.createdAt} />
        </span>
      }
    />
  )
}
