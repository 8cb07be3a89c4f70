import { BellIcon } from '@primer/octicons-react'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import { projectTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { sentPagesPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { OnCallTabs } from '#web/plan/on-call/OnCallTabs.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { channelLabels, messages } from './messages.ts'
import styles from './PagingPage.module.css'

type SentPagesData = ReplyOf<typeof import('#contract/feeds/paging.ts').sentPagesPage>
type SentPageData = SentPagesData['pages'][number]
type MessageData = SentPageData['messages'][number]

/** Who was paged in a project, and what became of each message. */
export function SentPagesPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(sentPagesPage, { namespace }, { topics: page => [projectTopic(page.namespace.id)] })
  return data === undefined ? <PlaceListSkeleton title={feedTitles.sentPages} /> : <Shown data={data} />
}

function Shown({ data: { namespace, pages } }: { readonly data: SentPagesData }) {
  usePlace({
    title: feedTitles.sentPages,
    namespace: shownNamespace(namespace),
    active: 'oncall_schedules',
    crumbs: [
      { label: planTitles.onCall, href: `/${namespace.fullPath}/-/oncall_schedules` },
      { label: feedTitles.sentPages, href: `/${namespace.fullPath}/-/oncall_pages` },
    ],
  })
  return (
    <Page>
      <PageHeader title={feedTitles.sentPages} />
      <OnCallTabs fullPath={namespace.fullPath} active="pages" />
      <div className={styles.content}>
        {pages.length === 0 ? (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title={messages.noPages}>
            {messages.noPagesUse}
          </EmptyState>
        ) : (
          <List aria-label={feedTitles.sentPages}>
            {pages.map(page => (
              <Row key={page.id} page={page} />
            ))}
          </List>
        )}
      </div>
    </Page>
  )
}

function Row({ page: { user, path, reference, title, pagedAt, messages: sent } }: { readonly page: SentPageData }) {
  return (
    <ListRow
      leading={<BellIcon />}
      title={
        <TextLink href={path}>
          <bdi>{title}</bdi>
        </TextLink>
      }
      detail={
        <>
          <span>
            {reference} · paged <bdi>{user.name}</bdi> <RelativeTime at={pagedAt} />
          </span>
          <ul className={styles.messages}>
            {sent.map((message, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their position
              <li key={index} data-state={message.state}>
                <MessageLine message={message} />
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}

function MessageLine({ message: { channel, state, at, isHeld, failure } }: { readonly message: MessageData }) {
  const noun = channelLabels[channel]
  switch (state) {
    case 'sent':
      return (
        <>
          {noun} sent <RelativeTime at={at} />
        </>
      )
    case 'queued':
      return <>{noun} queued</>
    case 'failed':
      return (
        <>
          {noun} failed: {failure}
        </>
      )
    case 'canceled':
      return <>{noun} canceled</>
    case 'pending':
      return (
        <>
          {noun} {isHeld ? 'held by quiet hours until' : failure === '' ? 'due' : 'failed; next attempt'}{' '}
          <RelativeTime at={at} />
        </>
      )
    default:
      return state satisfies never
  }
}
