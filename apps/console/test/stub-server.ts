export * from '@weft/ui/testing/stub-server.ts'
