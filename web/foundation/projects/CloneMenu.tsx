import { TriangleDownIcon } from '@primer/octicons-react'
import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import styles from './CloneMenu.module.css'

export function CloneMenu({ url }: { readonly url: string }) {
  return (
    <Popover
      label="Clone"
      placement="bottom-end"
      trigger={
        <Button variant="primary" trailing={<TriangleDownIcon />}>
          Clone
        </Button>
      }
    >
      {() => (
        <div className={styles.popup}>
          <FormField label="Clone with HTTP">
            <TextInput
              code
              readOnly
              value={url}
              onFocus={event => event.target.select()}
              trailing={<CopyButton text={url} label="Copy URL" />}
            />
          </FormField>
          <FormField label="Command line">
            <TextInput
              code
              readOnly
              value={`git clone ${url}`}
              onFocus={event => event.target.select()}
              trailing={<CopyButton text={`git clone ${url}`} label="Copy command" />}
            />
          </FormField>
        </div>
      )}
    </Popover>
  )
}
