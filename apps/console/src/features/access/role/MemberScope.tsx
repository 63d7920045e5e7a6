import { useQuery } from '@tanstack/react-query'
import { contract, ROLE_TAGS_MAX } from '@weft/contract'
import { asking, useText } from '@weft/ui'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { Checkbox, Form, Select } from 'antd'
import * as text from './role.text.ts'

const ROUTER = ['auth', 'easylink', 'router']

/** Shows a 0/1 flag of the API as a checkbox with its words. */
function Flag({ value, onChange, words }: { value?: 0 | 1; onChange?: (flag: 0 | 1) => void; words: string }) {
  return (
    <Checkbox checked={value === 1} onChange={(event) => onChange?.(event.target.checked ? 1 : 0)}>
      {words}
    </Checkbox>
  )
}

/** Lets the user limit the members of a role to those of its designated networks, and to those with a tag. */
export function MemberScope({ confined }: { confined: boolean }) {
  const t = useText(text)
  const labels = useQuery(asking(contract.router.labels, {}, { quiet: true })).data
  return (
    <div className="role-members">
      {confined && (
        <Form.Item name={[...ROUTER, 'by_network']} noStyle>
          <Flag words={t.byNetwork} />
        </Form.Item>
      )}
      <Form.Item
        name={[...ROUTER, 'tags']}
        label={t.tags}
        extra={t.tagsHint}
        className="role-matrix-networks"
        rules={[{ type: 'array', max: ROLE_TAGS_MAX }]}
      >
        <Select<string[]>
          mode="tags"
          maxCount={ROLE_TAGS_MAX}
          placeholder={t.anyTag}
          getPopupContainer={popupContainer}
          options={(labels?.tags ?? []).map(({ name }) => ({ value: name, label: name }))}
        />
      </Form.Item>
    </div>
  )
}
