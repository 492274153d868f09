import { HashingEncoder } from '../fakes/hashingEncoder';
import { openIndex } from '../fakes/openIndex';
import { describeReferenceIndex } from '../node/referenceIndex.contract';
import { openServerIndex } from './serverIndex';

describeReferenceIndex('SqliteIndex beside it', () => openIndex(':memory:', new HashingEncoder(), { create: true }));
describeReferenceIndex('OpenSearchIndex', () => openServerIndex(), { holdsTexts: false });
