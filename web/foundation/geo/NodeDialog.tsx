import { useState } from 'react'
import { geoNodeOperations, geoPage, listGroups } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type FieldLabels, OverlapBanner, overlapsIn } from '../OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '../problems.ts'
import { type GeoNodeShown, messages } from './messages.ts'

interface NodeDialogProps {
  /** Null for a new one. */
  readonly node: GeoNodeShown | null
  readonly nodes: readonly GeoNodeShown[]
  /** The URL of this site, for a new primary. */
  readonly siteUrl: string
  readonly onClose: () => void
}

interface NodeFields {
  readonly name: string
  readonly url: string
  readonly internalUrl: string
  readonly enabled: boolean
  readonly reposMaxCapacity: number
  readonly filesMaxCapacity: number
  readonly minimumReverificationInterval: number
  readonly selective: boolean
  readonly namespaces: { readonly id: number; readonly fullPath: string }[]
}

const labels: FieldLabels<NodeFields> = {
  name: 'Name',
  url: 'URL',
  internalUrl: 'Internal URL',
  enabled: 'Copying',
  reposMaxCapacity: messages.repositories,
  filesMaxCapacity: messages.files,
  minimumReverificationInterval: messages.interval,
  selective: 'Selected groups only',
  namespaces: { label: 'Groups', shown: list => list.map(each => each.fullPath).join(', ') || 'None' },
}

const shownFields = ['name', 'url', 'internalUrl', 'selectiveSyncNamespaceIds', 'primary']

const fieldsOf = (node: GeoNodeShown): NodeFields => ({
  ...{ name: node.name, url: node.url, enabled: node.enabled, reposMaxCapacity: node.reposMaxCapacity },
  internalUrl: node.internalUrl === node.url ? '' : node.internalUrl,
  filesMaxCapacity: node.filesMaxCapacity,
  minimumReverificationInterval: node.minimumReverificationInterval,
  selective: node.selectiveSyncType === 'namespaces',
  namespaces: [...node.namespaces],
})

/** The form of a node. The first one is the primary: this site. */
export function NodeDialog({ node, nodes, siteUrl, onClose }: NodeDialogProps) {
  const isPrimary = node?.primary ?? !nodes.some(each => each.primary)
  const [blank] = useState(
    (): NodeFields => ({
      ...{ name: '', url: isPrimary ? siteUrl : '', internalUrl: '', enabled: true, selective: false, namespaces: [] },
      ...{ reposMaxCapacity: 25, filesMaxCapacity: 10, minimumReverificationInterval: 7 },
    }),
  )
  const draft = useKeptDraft(`geo node ${node?.id ?? 'new'}`, node === null ? blank : fieldsOf(node), {
    isNew: node === null,
  })
  const told = {
    refreshes: [geoPage] as const,
    onSuccess: () => {
      draft.forget()
      showToast(node === null ? 'Node added' : 'Node saved')
      onClose()
    },
  }
  const create = useOperation(geoNodeOperations.create, told)
  const update = useOperation(geoNodeOperations.update, told)
  const save = node === null ? create : update
  const { error, isPending } = save
  const { values } = draft
  const overlaps = node === null ? [] : overlapsIn(draft, labels)

  function submit() {
    if (node === null) create.mutate({ ...onWire(values), name: values.name, url: values.url, primary: isPrimary })
    else update.mutate({ id: node.id, ...onWire(draft.changes), expected: onWire(draft.expected) })
  }

  return (
    <FormDialog
      size="m"
      title={node === null ? (isPrimary ? 'Add primary node' : 'Add replica') : `Edit ${node.name}`}
      draft={draft}
      submit={node === null ? 'Add node' : 'Save changes'}
      busy={isPending}
      problem={saveProblem(error, overlaps, shownFields)}
      onSubmit={submit}
      onClose={onClose}
    >
      <OverlapBanner
        overlaps={overlaps}
        save={save}
        onKeep={() => {
          draft.keep()
          update.reset()
        }}
        onDiscard={() => {
          draft.discard()
          update.reset()
        }}
      />
      <FormField
        label="Name"
        hint={isPrimary ? undefined : messages.name}
        refusal={fieldProblem(error, 'name', 'Name')}
      >
        <TextInput maxLength={63} value={values.name} onValue={name => draft.set({ name })} data-autofocus />
      </FormField>
      <FormField label="URL" hint={isPrimary ? undefined : messages.url} refusal={fieldProblem(error, 'url', 'URL')}>
        <TextInput type="url" maxLength={2048} value={values.url} onValue={url => draft.set({ url })} />
      </FormField>
      {!isPrimary && (
        <>
          <Checkbox
            label="Copy repositories and files"
            hint="The database is copied by PostgreSQL itself."
            checked={values.enabled}
            onValue={enabled => draft.set({ enabled })}
          />
          <Pair>
            <FormField label={messages.repositories}>
              <NumberInput
                min={1}
                max={1000}
                value={values.reposMaxCapacity}
                onValue={reposMaxCapacity => reposMaxCapacity !== null && draft.set({ reposMaxCapacity })}
              />
            </FormField>
            <FormField label={messages.files}>
              <NumberInput
                min={1}
                max={1000}
                value={values.filesMaxCapacity}
                onValue={filesMaxCapacity => filesMaxCapacity !== null && draft.set({ filesMaxCapacity })}
              />
            </FormField>
          </Pair>
          <FormField label={messages.interval}>
            <NumberInput
              min={1}
              max={3650}
              value={values.minimumReverificationInterval}
              onValue={days => days !== null && draft.set({ minimumReverificationInterval: days })}
            />
          </FormField>
          <Checkbox
            label="Selected groups only"
            hint={messages.selected}
            checked={values.selective}
            onValue={selective => draft.set({ selective })}
          />
          {values.selective && (
            <FormField label="Groups" refusal={fieldProblem(error, 'selectiveSyncNamespaceIds', 'Groups')}>
              <Groups chosen={values.namespaces} onChosen={namespaces => draft.set({ namespaces })} />
            </FormField>
          )}
        </>
      )}
    </FormDialog>
  )
}

interface GroupsProps {
  readonly chosen: NodeFields['namespaces']
  readonly onChosen: (groups: NodeFields['namespaces']) => void
}

function Groups({ chosen, onChosen }: GroupsProps) {
  const [search, setSearch] = useState('')
  const { data } = useReading(listGroups, search === '' ? {} : { search }, { keepPrevious: true })
  return (
    <Combobox
      label="Groups"
      multiple
      placeholder="Search groups"
      options={(data ?? []).map(({ id, fullPath }) => ({ id: String(id), text: fullPath }))}
      selected={chosen.map(({ id, fullPath }) => ({ id: String(id), text: fullPath }))}
      loading={data === undefined}
      onQuery={setSearch}
      onChange={options => onChosen(options.map(option => ({ id: Number(option.id), fullPath: option.text })))}
    />
  )
}

/** The fields as the server takes them. */
function onWire({ selective, namespaces, ...rest }: Partial<NodeFields>) {
  return {
    ...rest,
    ...(selective === undefined ? {} : { selectiveSyncType: selective ? ('namespaces' as const) : null }),
    ...(namespaces === undefined ? {} : { selectiveSyncNamespaceIds: namespaces.map(each => each.id) }),
  }
}
