import { expect, test } from './test.ts'

// A page outside the frame closes the frame's socket, which may not be open yet.
test.use({ tolerated: [/account\/events.*closed before the connection is established/] })

/** Addresses that lead to another page, if someone is signed in. */
const elsewhere: Record<string, string> = { '/': '/dashboard', '/login': '/dashboard', '/no-such-page': '/404/index' }

test('Back leads from an address that was typed to the page before, with and without a session', async ({
  signedIn,
  visitor,
  accounts,
}) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/clause')
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  for (const [address, shown] of Object.entries(elsewhere)) {
    await page.goto(address)
    await expect(page).toHaveURL(shown)
    await page.goBack()
    await expect(page).toHaveURL('/clause')
  }
  const stranger = await (await visitor({})).newPage()
  await stranger.goto('/privacy')
  await stranger.goto('/network/lists')
  await expect(stranger).toHaveURL('/login?redirect=%2Fnetwork%2Flists')
  await stranger.goBack()
  await expect(stranger).toHaveURL('/privacy')
})
