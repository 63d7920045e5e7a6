import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented } from 'antd'
import { useText } from '../i18n/use-text.ts'
import { usePanel } from '../parts/use-panel.ts'
import { toast } from '../toast/toast.ts'
import * as text from './list.text.ts'
import type { ColumnSettings, Density } from './use-column-settings.ts'

/** Opens 「列设置」: the columns, their order and the density. A move can be undone from its toast. */
export function ColumnSettingsButton<T>({ settings }: { settings: ColumnSettings<T> }) {
  const t = useText(text)
  const { open, button, panel: own, popover } = usePanel()
  const move = (key: string, title: string, by: -1 | 1) => {
    const undo = settings.move(key, by)
    const content = (
      <>
        {t.moved(title)}
        <Button type="link" size="small" onClick={undo}>
          {t.undo}
        </Button>
      </>
    )
    toast.success(content, 'column-moved')
  }
  const panel = (
    <div {...own} className="weft-columns" aria-label={t.columns}>
      <strong>{t.columns}</strong>
      <ul>
        {settings.fixed.map(({ key, holds }) => (
          <li key={key}>
            <Checkbox checked disabled>
              {holds}
            </Checkbox>
          </li>
        ))}
        {settings.movable.map(({ key, title }, index) => (
          <li key={key}>
            {settings.blank.includes(key) ? (
              <Checkbox checked={false} disabled>
                {t.blank(title)}
              </Checkbox>
            ) : (
              <Checkbox checked={!settings.hidden.includes(key)} onChange={() => settings.toggle(key)}>
                {title}
              </Checkbox>
            )}
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t.up(title)}
              disabled={index === 0}
              onClick={() => move(key, title, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={t.down(title)}
              disabled={index === settings.movable.length - 1}
              onClick={() => move(key, title, 1)}
            />
          </li>
        ))}
      </ul>
      <div className="weft-columns-density">
        <span>{t.density}</span>
        <Segmented<Density>
          size="small"
          aria-label={t.density}
          value={settings.density}
          onChange={settings.setDensity}
          options={[
            { value: 'comfortable', label: t.comfortable },
            { value: 'compact', label: t.compact },
          ]}
        />
      </div>
      <Button type="link" size="small" onClick={settings.reset}>
        {t.reset}
      </Button>
    </div>
  )
  return (
    <Popover {...popover} placement="bottomRight" content={panel}>
      <Button
        ref={button}
        icon={<SettingOutlined />}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t.columns}
        title={t.columns}
      />
    </Popover>
  )
}
