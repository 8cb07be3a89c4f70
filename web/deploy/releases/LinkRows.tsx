import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { mostReleaseLinks, type ReleaseLinkType, releaseLinkTypes } from '#contract/deploy/release-words.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './Releases.module.css'
import type { ReleaseData } from './shapes.ts'

/** A link in the form; without an id it is new. */
export interface LinkValue {
  readonly id?: number
  readonly name: string
  readonly url: string
  readonly filepath: string
  readonly linkType: ReleaseLinkType
}

const blank: LinkValue = { name: '', url: '', filepath: '', linkType: 'other' }

export const isBlank = ({ name, url, filepath }: LinkValue): boolean =>
  [name, url, filepath].every(text => text.trim() === '')

/** The links of a release as the form has them: in the order in which they were added. */
export const linksOf = ({ assets }: Pick<ReleaseData, 'assets'>): LinkValue[] =>
  assets.links
    .toReversed()
    .map(({ id, name, url, filepath, linkType }) => ({ id, name, url, filepath: filepath ?? '', linkType }))

const typeLabels: Readonly<Record<ReleaseLinkType, string>> = {
  other: 'Other',
  runbook: 'Runbook',
  image: 'Image',
  package: 'Package',
}

interface LinkRowsProps {
  readonly links: readonly LinkValue[]
  /** A problem of all links together. */
  readonly problem: string | null
  /** The problem that the server found in a field of the link in a row; null without one. */
  readonly problemIn: (row: number, field: 'name' | 'url' | 'filepath') => string | null
  readonly onChange: (links: readonly LinkValue[]) => void
}

/** The links of a release, a row for each. */
export function LinkRows({ links, problem, problemIn, onChange }: LinkRowsProps) {
  const change = (index: number, values: Partial<LinkValue>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...values } : link)))
  return (
    <fieldset className={styles.links}>
      <legend className={styles.label}>Links</legend>
      <p className={styles.hint}>
        Files, packages or pages that belong to the release. Archives of the source code are added by themselves. With a
        path, a file keeps its address below the release when its URL changes.
      </p>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      {links.map((link, index) => {
        // The fields of a form are kept by their labels, of which each is one text.
        const number = index + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new link has no id, and rows keep their order
          <div key={index} className={styles.link}>
            <div className={styles.inputs}>
              <FormField label={`URL ${number}`} refusal={problemIn(index, 'url')}>
                <TextInput
                  type="url"
                  value={link.url}
                  placeholder="https://example.com/app.zip"
                  onValue={url => change(index, { url })}
                />
              </FormField>
              <FormField label={`Name ${number}`} refusal={problemIn(index, 'name')}>
                <TextInput value={link.name} maxLength={255} onValue={name => change(index, { name })} />
              </FormField>
              <FormField label={`Path ${number}`} optional refusal={problemIn(index, 'filepath')}>
                <TextInput
                  value={link.filepath}
                  maxLength={128}
                  placeholder="/bin/app.zip"
                  onValue={filepath => change(index, { filepath })}
                />
              </FormField>
              <FormField label={`Type ${number}`}>
                <Select
                  value={link.linkType}
                  options={releaseLinkTypes.map(value => ({ value, label: typeLabels[value] }))}
                  onValue={linkType => change(index, { linkType })}
                />
              </FormField>
            </div>
            <IconButton
              label={`Remove link ${number}`}
              icon={<TrashIcon />}
              variant="danger-quiet"
              onClick={() => onChange(links.filter((_, at) => at !== index))}
            />
          </div>
        )
      })}
      {links.length < mostReleaseLinks && (
        <div>
          <Button size="s" icon={<PlusIcon />} onClick={() => onChange([...links, blank])}>
            Add link
          </Button>
        </div>
      )}
    </fieldset>
  )
}
