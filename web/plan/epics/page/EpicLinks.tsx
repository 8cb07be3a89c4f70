import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { issuableTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { call, callFully } from '#web/api/client.ts'
import { createRelatedEpic, deleteRelatedEpic, listRelatedEpics } from '#web/api/operations.gen.ts'
import { keyOf, queryClient } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { ItemRow, RemoveButton } from '#web/plan/issuable/rows/ItemRow.tsx'
import { listedAtOnce, listedRows, useListedRows } from '#web/plan/issuable/rows/use-listed-rows.tsx'
import related from '#web/plan/issues/page/related/RelatedIssues.module.css'
import { groupOrder, type LinkType, linkTypeLabels, linkTypes } from '#web/plan/issues/page/related/related.ts'
import { EpicPicker } from '#web/plan/pickers/on-demand.ts'
import type { EpicChoice } from '#web/plan/pickers/search.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import type { EpicPageData } from '../shapes.ts'
import styles from './EpicLinks.module.css'
import tree from './EpicTree.module.css'
import { useEpicPage } from './epic-context.ts'

type RelatedEpic = ReplyOf<typeof import('#contract/plan/epics/epic-links.ts').listRelatedEpics>[number]

interface NewLink {
  readonly targetGroupId: number | string
  readonly targetEpicIid: number
  readonly linkType: LinkType
}

const addressOf = (group: { readonly fullPath: string }, { iid }: { readonly iid: number }) => ({
  id: group.fullPath,
  epicIid: iid,
})

/** The links of an epic as a query. */
function linksOfEpic(...epic: Parameters<typeof addressOf>) {
  const input = { ...addressOf(...epic), perPage: listedAtOnce }
  return listedRows(keyOf(listRelatedEpics, input), (page, signal) =>
    callFully(listRelatedEpics, { ...input, page }, { signal }),
  )
}

/** Read the links of an epic before its page shows. */
export const readLinksAhead = ({ namespace, epic }: EpicPageData): Promise<void> =>
  queryClient.prefetchInfiniteQuery(linksOfEpic(namespace, epic))

/** The epics that an epic is linked to, with a way to link others. Adding and removing can be undone from the toast. */
export function EpicLinks() {
  const { epic, namespace, permissions } = useEpicPage()
  const one = addressOf(namespace, epic)
  const {
    items: links = [],
    rows,
    more,
    count,
  } = useListedRows(linksOfEpic(namespace, epic), [issuableTopic('epic', epic.id)])
  const quiet = { refreshes: [listRelatedEpics], saysErrors: true }
  const addBack = useCall((link: NewLink) => call(createRelatedEpic, { ...one, ...link }), quiet)
  const takeBack = useCall((id: number) => call(deleteRelatedEpic, { ...one, relatedEpicLinkId: id }), quiet)
  const add = useCall((link: NewLink) => call(createRelatedEpic, { ...one, ...link }), {
    ...quiet,
    onSuccess: ({ id, targetEpic }) =>
      showToast(`Linked ${referenceOf(targetEpic)}`, { undo: () => takeBack.mutate(id) }),
  })
  const remove = useCall(
    ({ relatedEpicLinkId }: RelatedEpic) => call(deleteRelatedEpic, { ...one, relatedEpicLinkId }),
    {
      ...quiet,
      onSuccess: (_reply, { groupId, iid, linkType, ...removed }) =>
        showToast(`Removed link to ${referenceOf({ groupId, ...removed })}`, {
          undo: () => addBack.mutate({ targetGroupId: groupId, targetEpicIid: iid, linkType }),
        }),
    },
  )
  const referenceOf = ({ groupId, references }: Pick<RelatedEpic, 'groupId' | 'references'>) =>
    groupId === namespace.id ? references.short : references.full

  if (links.length === 0 && !permissions.canSetMetadata) return null
  return (
    <div className={tree.area}>
      <Card
        flush
        title={
          <span className={tree.heading}>
            Linked epics <CounterBadge count={count} />
          </span>
        }
        aside={
          permissions.canSetMetadata && (
            <Popover
              label="Link an epic"
              placement="bottom-end"
              padded={false}
              part={EpicPicker}
              trigger={
                <Button data-action="Link an epic" size="s" icon={<PlusIcon />}>
                  Link
                </Button>
              }
            >
              {close => (
                <NewLinkChoice
                  group={namespace.fullPath}
                  without={[epic.id, ...links.map(({ id }) => id)]}
                  onChoose={link => {
                    close()
                    add.mutate(link)
                  }}
                  onClose={close}
                />
              )}
            </Popover>
          )
        }
      >
        {links.length === 0 && <p className={tree.empty}>No linked epics yet.</p>}
        {groupOrder.map(type => {
          const items = rows.filter(({ linkType }) => linkType === type)
          return (
            items.length > 0 && (
              <section key={type} aria-label={linkTypeLabels[type]}>
                <h3 className={related.heading}>{linkTypeLabels[type]}</h3>
                <ul className={related.list}>
                  {items.map(item => (
                    <ItemRow
                      key={item.id}
                      of="epic"
                      avatarPx={24}
                      item={{ ...item, reference: referenceOf(item), milestone: null, assignees: [] }}
                      title={<Anchor href={new URL(item.webUrl).pathname}>{item.title}</Anchor>}
                      removal={
                        permissions.canSetMetadata && (
                          <RemoveButton
                            reference={referenceOf(item)}
                            isRemoving={remove.isPending}
                            onRemove={() => remove.mutate(item)}
                          />
                        )
                      }
                    />
                  ))}
                </ul>
              </section>
            )
          )
        })}
        {more}
      </Card>
    </div>
  )
}

interface NewLinkChoiceProps {
  readonly group: string
  readonly without: readonly number[]
  readonly onChoose: (link: NewLink) => void
  readonly onClose: () => void
}

/** The type of the new link, and the epic to link to. */
function NewLinkChoice({ group, without, onChoose, onClose }: NewLinkChoiceProps) {
  const [linkType, setLinkType] = useState<LinkType>('relates_to')
  return (
    <div className={styles.choice}>
      <div className={styles.type}>
        <Select
          aria-label="This epic"
          size="s"
          value={linkType}
          onValue={setLinkType}
          options={linkTypes.map(value => ({ value, label: linkTypeLabels[value] }))}
        />
      </div>
      <EpicPicker
        group={group}
        current={undefined}
        without={without}
        hasNone={false}
        onPick={epic => epic && onChoose({ ...targetOf(epic, group), linkType })}
        onClose={onClose}
      />
    </div>
  )
}

/** Group and number of an epic, which its reference names. */
function targetOf({ reference }: EpicChoice, group: string): Omit<NewLink, 'linkType'> {
  const [path = '', iid] = reference.split('&')
  return { targetGroupId: path === '' ? group : path, targetEpicIid: Number(iid) }
}
