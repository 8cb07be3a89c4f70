import { useState } from 'react'
import { releasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { call } from '#web/api/client.ts'
import { codeRefs, createRelease, generateReleaseNotes, updateRelease } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useFollowSaved } from '#web/api/unsent-texts/follow-saved.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { problemOf, useCall } from '#web/api/use-call.ts'
import { useViewer } from '#web/api/viewer.ts'
import { RefSwitcher } from '#web/code/shared/RefSwitcher.tsx'
import { MarkdownEditor } from '#web/discuss/editor/MarkdownEditor.tsx'
import { merged as mergedSentence } from '#web/discuss/merge/messages.ts'
import { OverlapNotice } from '#web/discuss/merge/OverlapNotice.tsx'
import { editMessages } from '#web/plan/edit-messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { dateOf, dayOf } from '#web/ui/forms/dates/day.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useId } from '#web/ui/use-id.tsx'
import { isBlank, LinkRows, linksOf } from './LinkRows.tsx'
import { MilestonesField } from './MilestonesField.tsx'
import styles from './Releases.module.css'
import { type ReleaseData, type ReleaseNamespace, releaseReadings } from './shapes.ts'

interface ReleaseFormProps {
  readonly namespace: ReleaseNamespace
  /** Null: a new one. */
  readonly release: ReleaseData | null
  readonly defaultBranch: string
  /** The tag that the address of a new release names. */
  readonly initialTag?: string
}

interface Fields {
  readonly name: string
  /** The day of the release; null: now. */
  readonly releasedOn: string | null
  readonly milestones: readonly { readonly id: number; readonly name: string }[]
}

const blank: Fields = { name: '', releasedOn: null, milestones: [] }

/** The form of a release. What is written stays until it is saved or canceled. */
export function ReleaseForm({ namespace, release, defaultBranch, initialTag = '' }: ReleaseFormProps) {
  const { user } = useViewer()
  const goTo = useGoTo()
  const editorId = useId()
  const saved = release === null ? blank : fieldsOf(release)
  const draft = useDraft<Fields>(saved)
  const savedNotes = release?.description ?? ''
  const savedLinks = release === null ? [] : linksOf(release)
  const kept = useKeptText(
    release === null ? textBoxes.newRelease(namespace.id) : textBoxes.releaseNotes(namespace.id, release.id),
    savedNotes,
    null,
    {
      fields:
        release === null
          ? { tag: initialTag, branch: defaultBranch, title: '', milestones: [], startDate: null, releaseLinks: [] }
          : { releaseLinks: savedLinks },
      keepsFieldsAlone: true,
    },
  )
  const notes = useFollowSaved(kept, savedNotes)
  const isNew = release === null
  const { title = '', startDate = null, milestones = [], branch = defaultBranch } = kept.fields
  const values: Fields = isNew ? { name: title, releasedOn: startDate, milestones } : draft.values
  const tagName = release?.tagName ?? kept.fields.tag ?? ''
  const links = kept.fields.releaseLinks ?? savedLinks
  const set = (change: Partial<Fields>) => {
    if (!isNew) return draft.set(change)
    const { name, releasedOn, milestones: chosen } = change
    kept.setFields({
      ...(name !== undefined && { title: name }),
      ...(releasedOn !== undefined && { startDate: releasedOn }),
      ...(chosen !== undefined && { milestones: [...chosen] }),
    })
  }
  const tag = useTag(namespace.fullPath, isNew ? tagName : '')
  const areLinksChanged = JSON.stringify(links) !== JSON.stringify(savedLinks)
  const hasChanged = notes.isChanged || areLinksChanged || draft.isChanged

  const save = useCall(
    (sent: { readonly notes: string }) => {
      const given = { links: links.filter(link => !isBlank(link)) }
      if (isNew)
        return call(createRelease, {
          id: namespace.id,
          tagName,
          ref: branch,
          name: values.name.trim() || tagName,
          description: sent.notes,
          milestoneIds: values.milestones.map(({ id }) => id),
          ...(values.releasedOn !== null && { releasedAt: dateOf(values.releasedOn).toISOString() }),
          assets: { links: given.links.map(({ id: _id, ...link }) => link) },
        })
      const { name, releasedOn, milestones: chosen } = draft.changes
      return call(updateRelease, {
        id: namespace.id,
        tagName,
        ...(name !== undefined && { name: name.trim() || tagName }),
        ...(releasedOn !== undefined && {
          releasedAt: releasedOn === null ? new Date().toISOString() : dateOf(releasedOn).toISOString(),
        }),
        ...(chosen !== undefined && { milestoneIds: chosen.map(({ id }) => id) }),
        ...(notes.isChanged && { description: sent.notes }),
        ...(areLinksChanged && { assets: given }),
        expected: {
          ...(name !== undefined && { name: draft.baseOf('name') }),
          ...(releasedOn !== undefined && { releasedAt: release.releasedAt }),
          ...(chosen !== undefined && { milestoneIds: draft.baseOf('milestones').map(({ id }) => id) }),
          ...(notes.isChanged && { description: kept.base }),
        },
      })
    },
    {
      refreshes: releaseReadings,
      onSuccess: (made, sent) => {
        kept.clearSent(sent.notes, { text: sent.notes, version: null })
        showToast(isNew ? `Release ${made.name} created` : `Release ${made.name} saved`)
        goTo(releasePath(namespace.fullPath, encodeURIComponent(tagName)), { replace: isNew })
      },
    },
  )
  const generate = useOperation(generateReleaseNotes, {
    onSuccess: ({ notes: written, mergeRequestsCount }) => {
      if (written === '') return showToast('No merge requests were merged since the previous release.')
      // The present text stays.
      kept.setText(kept.text.trim() === '' ? written : `${kept.text.trimEnd()}\n\n${written}`)
      showToast(
        mergeRequestsCount === 0
          ? 'No merge requests were merged since the previous release. A link to the changes was added.'
          : `Notes of ${counted(mergeRequestsCount, 'merge request')} added`,
      )
    },
    onError: error => showToast(error.message, { tone: 'danger' }),
  })

  const canSave = tagName !== '' && (isNew || hasChanged)
  function submit() {
    if (canSave && !save.isPending) save.mutate({ notes: kept.text })
  }
  function cancel() {
    kept.clear()
    goTo(isNew ? releasesPath(namespace.fullPath) : releasePath(namespace.fullPath, encodeURIComponent(tagName)))
  }

  const overlaps = [
    ...(draft.overlaps.includes('name')
      ? [
          {
            name: 'name' as const,
            label: 'Release title',
            base: draft.baseOf('name'),
            mine: draft.values.name,
            theirs: saved.name,
            isLine: true,
          },
        ]
      : []),
    ...(notes.isOverlap
      ? [{ name: 'notes' as const, label: 'Release notes', base: kept.base, mine: kept.text, theirs: savedNotes }]
      : []),
  ]
  const sentRows = links.flatMap((link, row) => (isBlank(link) ? [] : [row]))
  const problemIn = (row: number, field: keyof typeof linkFieldNames) => {
    const problem = problemOf(save.error, `links[${sentRows.indexOf(row)}].${field}`)
    return problem === null ? null : `${linkFieldNames[field]} ${problem}`
  }
  const linkProblem = problemOf(save.error, 'links')
  const fieldProblem = Object.keys(save.error?.fields ?? {}).find(
    field => field === 'tagName' || field.startsWith('links'),
  )
  const firstDay = user?.firstDayOfWeek === 1 || user?.firstDayOfWeek === 6 ? user.firstDayOfWeek : 0
  return (
    <Form
      label={isNew ? 'New release' : 'Edit release'}
      problem={overlaps.length === 0 && fieldProblem === undefined ? save.error?.message : null}
      onSubmit={submit}
    >
      {overlaps.length > 0 && (
        <OverlapNotice
          refusal={save.error}
          parts={overlaps}
          onMerged={texts => {
            const merged = Object.fromEntries(overlaps.map(({ name }, index) => [name, texts[index] ?? '']))
            draft.keep(merged.name === undefined ? {} : { name: merged.name })
            if (merged.notes !== undefined) kept.rebase(merged.notes)
            save.reset()
            showToast(mergedSentence)
          }}
          onKeep={() => {
            draft.keep()
            notes.keep()
            save.reset()
          }}
          onDiscard={() => {
            draft.discard()
            notes.discard()
            save.reset()
          }}
        >
          {isMergeable => (
            <>
              {editMessages.someoneEdited('release')}{' '}
              {isMergeable ? editMessages.mergeOffer : editMessages.keepOrDiscard}
            </>
          )}
        </OverlapNotice>
      )}
      <UnsentOffer places={[kept.place]} />
      {kept.isRestored && (
        <Banner
          action={
            <Button
              size="s"
              variant="quiet"
              onClick={() => (isNew ? kept.clear() : kept.clearSent(kept.text, { text: savedNotes, version: null }))}
            >
              Discard
            </Button>
          }
        >
          Your unsaved release has been restored.
        </Banner>
      )}
      {isNew && (
        <FormField
          label="Tag"
          required
          hint={
            tagName === ''
              ? 'Choose an existing tag, or type the name of a new one.'
              : tag.isKnown
                ? 'This tag exists. The release presents its commit.'
                : `The tag will be created from ${branch} together with the release.`
          }
          error={problemOf(save.error, 'tagName')}
        >
          <Combobox
            label="Tag"
            placeholder="v1.0.0"
            options={tag.options}
            selected={tagName === '' ? [] : [{ id: tagName, text: tagName }]}
            onChange={([chosen]) => kept.setFields({ tag: chosen?.id ?? '' })}
            onQuery={tag.setQuery}
            loading={tag.isLoading}
            empty="No tags yet. Type the name of a new one."
            create={{ label: text => `Create tag “${text}”`, run: text => kept.setFields({ tag: text.trim() }) }}
          />
        </FormField>
      )}
      {isNew && tagName !== '' && !tag.isKnown && (
        <div>
          <RefSwitcher
            namespace={namespace.fullPath}
            label="Create tag from"
            current={{ name: branch, kind: 'branch' }}
            onPick={name => kept.setFields({ branch: name })}
          />
        </div>
      )}
      <FormField label="Release title" hint="Default: the name of the tag">
        <TextInput
          value={values.name}
          maxLength={255}
          autoComplete="off"
          placeholder={tagName}
          onValue={name => set({ name })}
        />
      </FormField>
      <MilestonesField
        namespace={namespace.fullPath}
        selected={values.milestones}
        onChange={chosen => set({ milestones: chosen })}
      />
      <FormField label="Release date" hint="Default: now. A date in the future makes this an upcoming release.">
        <DatePicker
          label="Release date"
          value={values.releasedOn}
          onValue={day => set({ releasedOn: day })}
          firstDay={firstDay}
        />
      </FormField>
      <Stack gap={1}>
        <div className={styles.noteshead}>
          <label htmlFor={editorId} className={styles.label}>
            Release notes
          </label>
          <Button
            size="s"
            busy={generate.isPending}
            disabled={tagName === ''}
            onClick={() =>
              generate.mutate({ id: namespace.id, tagName, ...(isNew && !tag.isKnown && { ref: branch }) })
            }
          >
            Generate notes
          </Button>
        </div>
        <MarkdownEditor
          id={editorId}
          label="Release notes"
          namespace={namespace.fullPath}
          target={{ type: 'Release' }}
          rows={10}
          toolsLast
          value={kept.text}
          onChange={kept.setText}
          onSubmit={submit}
        />
        <p className={styles.hint}>
          Generated notes list the merge requests merged since the previous release, grouped by label.
        </p>
      </Stack>
      <LinkRows
        links={links}
        problem={linkProblem === null ? null : `A link ${linkProblem}`}
        problemIn={problemIn}
        onChange={changed => {
          // The problems name rows by their places.
          if (changed.length < links.length) save.reset()
          kept.setFields({ releaseLinks: [...changed] })
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!canSave}>
          {isNew ? 'Create release' : 'Save changes'}
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </Form>
  )
}

const linkFieldNames = { name: 'Name', url: 'URL', filepath: 'Path' } as const

function fieldsOf({ name, releasedAt, milestones = [] }: ReleaseData): Fields {
  return {
    name,
    releasedOn: dayOf(new Date(releasedAt)),
    milestones: milestones.map(({ id, title }) => ({ id, name: title })),
  }
}

/** The tags to choose from, and whether a tag is one of them. */
function useTag(namespace: string, tagName: string) {
  const [query, setQuery] = useState('')
  const asked = useDebounced(query)
  const found = useReading(codeRefs, { namespace, search: asked }, { keepPrevious: true })
  const known = useReading(codeRefs, { namespace, search: tagName }, { enabled: tagName !== '' })
  return {
    setQuery,
    options: (found.data?.tags ?? []).map(name => ({ id: name, text: name })),
    isLoading: found.isLoading || asked !== query,
    isKnown: known.data?.tags.includes(tagName) ?? false,
  }
}
