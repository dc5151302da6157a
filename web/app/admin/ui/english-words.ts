import { EN } from '@longhand/contract/words/en';
import { provideEnglish } from '../../reader/site/words.tsx';

provideEnglish({ language: 'en', direction: 'ltr', words: EN });
