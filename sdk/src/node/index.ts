export { type FileJournalOptions, fileJournal } from './file-journal.ts';
export { type FileStoreOptions, fileStore } from './file-store.ts';
