import { CopyIcon, TrashIcon } from '@primer/octicons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import type { unsentTextsPage as pageOperation } from '#contract/feeds/unsent-texts.ts'
import { unsentTextsTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { getUnsentText, unsentTextsPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { queryClient, useReading } from '#web/api/query.ts'
import { KeptText } from '#web/api/unsent-texts/KeptText.tsx'
import { device, rowsChangedAt, watchRows } from '#web/api/unsent-texts/kept-rows.ts'
import { keptPlaces, readKept } from '#web/api/unsent-texts/kept-store.ts'
import { Audience } from '#web/api/unsent-texts/OfferNotice.tsx'
import { discardTexts, toastCopied } from '#web/api/unsent-texts/unsent-offer.ts'
import { useViewer } from '#web/api/viewer.ts'
import { copyText } from '#web/ui/actions/copy-text.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { about, deleted, fetchFailed, onlyHere, outOfSight } from './messages.ts'
import styles from './UnsentTextsPage.module.css'
import { UnsentTextsSkeleton } from './UnsentTextsSkeleton.tsx'

type Text = ReplyOf<typeof pageOperation>['texts'][number]

/** Everything the person typed and did not send: open its place, or give it up. */
export function UnsentTextsPage() {
  const { user } = useViewer()
  usePlace({ title: feedTitles.unsentTexts, namespace: null, active: null, crumbs: [] })
  const { data, dataUpdatedAt, isError, refetch } = useReading(
    unsentTextsPage,
    {},
    { topics: () => (user === null ? [] : [unsentTextsTopic(user.id)]) },
  )
  // The rest of the page may have told the server of a text before this part of it was there to hear of it.
  const changedAt = useSyncExternalStore(watchRows, rowsChangedAt, () => 0)
  useEffect(() => {
    if (changedAt >= dataUpdatedAt) void refetch()
  }, [changedAt, dataUpdatedAt, refetch])
  const isHydrated = useIsHydrated()
  const unsaved = isHydrated && data !== undefined ? unsavedPlaces(data.texts) : []
  if (data === undefined && !isError) return <UnsentTextsSkeleton />
  return (
    <Page>
      <PageHeader title={feedTitles.unsentTexts} detail={about} />
      {unsaved.map(place => (
        <div key={place} className={styles.unsaved}>
          <KeptText place={place} label={onlyHere} />
        </div>
      ))}
      {data === undefined ? (
        <RetryBanner onRetry={refetch}>{fetchFailed}</RetryBanner>
      ) : data.texts.length === 0 ? (
        unsaved.length === 0 && (
          <EmptyState illustration={<Illustration of="all-done" />} title="No unsent drafts">
            Text you type but do not send is saved here and synced to your other devices.
          </EmptyState>
        )
      ) : (
        <List aria-label="Unsent drafts">
          {data.texts.map(text => (
            <TextRow key={text.id} text={text} />
          ))}
        </List>
      )}
    </Page>
  )
}

/** The places whose text is in this browser alone: the server does not take what is about something that was deleted before, say. */
const unsavedPlaces = (saved: readonly Text[]): readonly string[] =>
  keptPlaces().filter(place => {
    const kept = readKept(place)
    const isNews = kept !== null && kept.gone !== true && kept.synced !== kept.at
    return isNews && !saved.some(text => text.place === place && text.device === device)
  })

function TextRow({ text }: { readonly text: Text }) {
  const { about: place } = text
  return (
    <ListRow
      title={
        place === null ? (
          <span className={styles.none}>{text.isOutOfSight ? outOfSight : 'Unknown location'}</span>
        ) : place.path === null ? (
          <bdi>{place.title}</bdi>
        ) : (
          <TextLink href={place.path}>{place.title}</TextLink>
        )
      }
      detail={
        <>
          <span className={styles.kind}>{text.kind}</span>
          {text.audience !== null && <Audience of={text.audience} />}
          {place !== null && place.reference !== '' && <span>{place.reference}</span>}
          {place?.path === null && <span>{deleted}</span>}
          <span>
            <RelativeTime at={text.updatedAt} />, {text.device === device ? 'on this device' : 'on another device'}
          </span>
          <span className={styles.words} dir="auto">
            {text.excerpt.trim() === '' ? <span className={styles.none}>Empty</span> : text.excerpt}
          </span>
        </>
      }
      trailing={
        <span className={styles.tools}>
          <IconButton label="Copy text" icon={<CopyIcon />} variant="secondary" onClick={() => void copy(text)} />
          <IconButton label="Discard" icon={<TrashIcon />} variant="secondary" onClick={() => void discard(text)} />
        </span>
      }
    />
  )
}

async function copy({ id }: Text): Promise<void> {
  const isCopied = await call(getUnsentText, { id }).then(
    ({ text }) => copyText(text),
    () => false,
  )
  toastCopied(isCopied)
}

async function discard(text: Text): Promise<void> {
  try {
    await discardTexts([text])
  } catch {
    showToast('Could not discard the draft. Please try again.', { tone: 'danger' })
  } finally {
    void queryClient.invalidateQueries({ queryKey: [unsentTextsPage.name] })
  }
}
