import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { onCallImportLimits, onCallToolNames } from '#contract/transfer/on-call-import-rules.ts'
import { getOnCallImportPage, getOnCallPage, importOnCall, previewOnCallImport } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { useRouter } from '#web/api/router/context.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { DropZone } from '#web/ui/forms/DropZone.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { messages, weekdayNames } from '../messages.ts'
import { turnNouns } from '../rotation-words.ts'
import styles from './ImportPage.module.css'

type ImportPageData = ReplyOf<typeof import('#contract/transfer/on-call-imports.ts').getOnCallImportPage>
type ImportResult = ReplyOf<typeof import('#contract/transfer/on-call-imports.ts').previewOnCallImport>

/** Schedules and policies from the exports of other tools: chosen, looked at, and imported. */
export function ImportPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getOnCallImportPage, { namespace })
  return data === undefined ? <PlaceListSkeleton title={planTitles.onCallImport} /> : <Shown data={data} />
}

interface ReadFile {
  readonly name: string
  readonly text: string
}

const listed = new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.values(onCallToolNames))

function Shown({ data: { namespace } }: { readonly data: ImportPageData }) {
  const address = `/${namespace.fullPath}/-/oncall_schedules`
  usePlace({
    title: planTitles.onCallImport,
    namespace: shownNamespace(namespace),
    active: 'oncall_schedules',
    crumbs: [
      { label: planTitles.onCall, href: address },
      { label: planTitles.onCallImport, href: `/${namespace.fullPath}/-/oncall_import` },
    ],
  })
  const router = useRouter()
  const [files, setFiles] = useState<readonly ReadFile[]>([])
  const [unread, setUnread] = useState<string | null>(null)
  /** Usernames by the ids of people in the files. */
  const [people, setPeople] = useState<Readonly<Record<string, string>>>({})
  const preview = useOperation(previewOnCallImport)
  const run = useOperation(importOnCall, {
    refreshes: [getOnCallPage],
    onSuccess: ({ schedules, policies }) => {
      showToast(`${countsOf(schedules.length, policies.length)} imported`)
      router.navigate(address)
    },
    onError: error => {
      // The project has changed since the preview.
      if (error.status === 409) look(files)
    },
  })
  const chosen = Object.entries(people).flatMap(([person, username]) =>
    username.trim() === '' ? [] : [{ id: person, username: username.trim() }],
  )
  const look = (all: readonly ReadFile[]) =>
    preview.mutate({ id: namespace.id, files: all.map(({ text }) => text), people: chosen })
  async function take(dropped: readonly File[]) {
    if (files.length + dropped.length > onCallImportLimits.files)
      return setUnread(`Choose at most ${onCallImportLimits.files} files`)
    const read = await Promise.all(dropped.map(readFile))
    const unreadable = read.find(({ text }) => text === null)
    if (unreadable !== undefined) return setUnread(`${unreadable.name} cannot be read`)
    const texts = read.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]))
    const all = [...files.filter(({ name }) => !texts.some(each => each.name === name)), ...texts]
    const problem = tooLarge(all)
    if (problem !== null) return setUnread(problem)
    setUnread(null)
    run.reset()
    setFiles(all)
    look(all)
  }
  const shown = preview.data
  const count = shown === undefined ? 0 : shown.schedules.length + shown.policies.length
  const problem = unread ?? run.error?.message ?? preview.error?.message
  return (
    <Page>
      <PageHeader title={planTitles.onCallImport} />
      <Stack gap={4}>
        <p className={styles.text}>
          {messages.importUse} <TextLink href="/help/import_schedules">Learn more</TextLink>
        </p>
        <DropZone
          say={`Drop JSON files of ${listed} here`}
          button="Choose files"
          accept=".json,application/json"
          multiple
          onChosen={chosen => void take(chosen)}
          onDropped={dropped => void take([...dropped.files])}
        />
        {files.length > 0 && (
          <div className={styles.files}>
            <span>
              {counted(files.length, 'file')}: {files.map(({ name }) => name).join(', ')}
            </span>
            <Button
              size="s"
              onClick={() => {
                setFiles([])
                setUnread(null)
                setPeople({})
                preview.reset()
                run.reset()
              }}
            >
              Remove files
            </Button>
          </div>
        )}
        {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
        {shown !== undefined && files.length > 0 && (
          <>
            <Result
              preview={shown}
              typed={people}
              onPerson={(person, username) => setPeople({ ...people, [person]: username })}
              onPeople={() => look(files)}
            />
            <div className={styles.files}>
              <Button
                variant="primary"
                disabled={count === 0 || preview.isPending}
                busy={run.isPending}
                onClick={() =>
                  run.mutate({
                    id: namespace.id,
                    files: files.map(({ text }) => text),
                    people: chosen,
                    fingerprint: shown.fingerprint,
                  })
                }
              >
                {count === 0
                  ? 'Nothing to import'
                  : `Import ${countsOf(shown.schedules.length, shown.policies.length)}`}
              </Button>
            </div>
          </>
        )}
      </Stack>
    </Page>
  )
}

/** @returns no text for a file that was moved, and for a folder */
const readFile = async (file: File): Promise<{ readonly name: string; readonly text: string | null }> => ({
  name: file.name,
  text: await file.text().catch(() => null),
})

/** The problem of files that the server would not take, as a sentence. */
function tooLarge(files: readonly ReadFile[]): string | null {
  const large = files.find(({ text }) => text.length > onCallImportLimits.fileCharacters)
  if (large !== undefined) return `${large.name} is too large`
  const body = new TextEncoder().encode(JSON.stringify(files.map(({ text }) => text)))
  // The rest of the request has some bytes, too.
  return body.length > onCallImportLimits.bytes - 100_000 ? messages.importTooLarge : null
}

const countsOf = (schedules: number, policies: number): string =>
  [schedules > 0 && counted(schedules, 'schedule'), policies > 0 && counted(policies, 'policy', 'policies')]
    .filter(Boolean)
    .join(' and ') || 'Nothing'

interface ResultProps {
  readonly preview: ImportResult
  readonly typed: Readonly<Record<string, string>>
  readonly onPerson: (id: string, username: string) => void
  /** The usernames are complete. */
  readonly onPeople: () => void
}

function Result({ preview, typed, onPerson, onPeople }: ResultProps) {
  const { schedules, policies, people, notices } = preview
  return (
    <>
      {notices.length > 0 && (
        <Banner tone="warning" title={`${counted(notices.length, 'part')} cannot be imported as exported`}>
          <ul className={styles.notices}>
            {notices.map(({ place, reason }) => (
              <li key={`${place} ${reason}`}>
                <bdi>{place}</bdi>: {reason}.
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <Card title="Schedules" description={counted(schedules.length, 'schedule')} flush>
        {schedules.length > 0 && (
          <Table caption="Rotations of the schedules" columns={scheduleColumns}>
            {schedules.flatMap(({ name, timeZone, rotations }) =>
              (rotations.length === 0 ? [null] : rotations).map(rotation => (
                <tr key={`${name} ${rotation?.name}`}>
                  <th scope="row">
                    <bdi>{name}</bdi> ({timeZone})
                  </th>
                  {rotation === null ? (
                    <td colSpan={3}>No rotations</td>
                  ) : (
                    <>
                      <td>
                        <bdi>{rotation.name}</bdi>
                      </td>
                      <td>
                        {`${counted(rotation.length, turnNouns[rotation.lengthUnit])}, from ${rotation.startsAt.replace('T', ' ')}`}
                        {rotation.hours !== null && `, ${rotation.hours}`}
                        {rotation.weekdays.length < 7 &&
                          `, ${rotation.weekdays.map(day => weekdayNames[day - 1]).join(', ')}`}
                      </td>
                      <td>{rotation.usernames.map(username => `@${username}`).join(', ')}</td>
                    </>
                  )}
                </tr>
              )),
            )}
          </Table>
        )}
      </Card>
      <Card title={planTitles.escalationPolicies} description={counted(policies.length, 'policy', 'policies')} flush>
        {policies.length > 0 && (
          <Table caption="Rules of the policies" columns={policyColumns}>
            {policies.map(({ name, rules, repeatCount }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>
                  <ul className={styles.rules}>
                    {rules.map(({ minutes, target, isSchedule }) => (
                      <li key={`${minutes} ${target} ${isSchedule}`}>
                        {minutes === 0 ? 'Immediately' : `After ${minutes} min`}: {!isSchedule && '@'}
                        <bdi>{target}</bdi>
                      </li>
                    ))}
                  </ul>
                </td>
                <td>{repeatCount === 0 ? 'No' : counted(repeatCount, 'time')}</td>
              </tr>
            ))}
          </Table>
        )}
      </Card>
      <Card title="People" description={messages.importPeople} flush>
        {people.length > 0 && (
          <Table caption="People in the files" columns={peopleColumns}>
            {people.map(({ id, name, email, username }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>{email === '' ? 'None' : email}</td>
                <td>
                  <TextInput
                    code
                    aria-label={`Username of ${name}`}
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    placeholder="No one"
                    value={typed[id] ?? username ?? ''}
                    onValue={next => onPerson(id, next)}
                    onBlur={() => (typed[id] ?? '') !== '' && typed[id] !== username && onPeople()}
                    onKeyDown={event => event.key === 'Enter' && onPeople()}
                  />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Card>
    </>
  )
}

const scheduleColumns = [
  { key: 'schedule', label: 'Schedule' },
  { key: 'rotation', label: 'Rotation' },
  { key: 'turns', label: 'Turns' },
  { key: 'people', label: 'People' },
]
const policyColumns = [
  { key: 'policy', label: 'Policy' },
  { key: 'rules', label: 'Rules' },
  { key: 'repeated', label: 'Repeated' },
]
const peopleColumns = [
  { key: 'name', label: 'Name' },
  { key: 'email', label: 'Email' },
  { key: 'user', label: 'User' },
]
