// @vitest-environment jsdom
import { SearchOutlined } from '@ant-design/icons'
import { screen } from '@testing-library/react'
import { Button } from 'antd'
import { expect, it } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'

it('a button without an icon is marked, so that the sign that it loads takes the place of its words', () => {
  stubBrowser(() => ({}))
  openPage(
    <>
      <Button loading>保存</Button>
      <Button icon={<SearchOutlined aria-hidden />} loading>
        查询
      </Button>
    </>,
  )
  const [words, icon] = ['保存', '查询'].map((name) => screen.getByRole('button', { name: new RegExp(name) }).classList)
  expect([...words!]).toEqual(expect.arrayContaining(['weft-button-words', 'ant-btn-loading']))
  expect([...icon!]).toContain('ant-btn-loading')
  expect([...icon!]).not.toContain('weft-button-words')
})
