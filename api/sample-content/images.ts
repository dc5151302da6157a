/** As `nameImage` would name them: the first start then needs no image library in the server. */
export const SAMPLE_IMAGES: Readonly<Record<string, string>> = {
  'coin-hills.webp': '510599e2162f95142bec5f63d7d4356e-1600x1067-322.webp',
  'leaf-clock.webp': '226a726d2cfc2e103d05676c4a67c66f-1600x1067-110.webp',
  'leaf-drift.webp': '49882b5e9187a12b337a88c915b5f714-1600x900-222.webp',
  'open-book.webp': '7d5257057a8892f48b7f78e7eec25c3b-1600x1067-321.webp',
  'pen-lines.webp': '1c9f2f71a8bcfd898b00799761338c7e-1600x1067-111.webp',
  'tide-machine.webp': 'ed92c112836d3dfdb009aa462078ffed-1600x1067-222.webp',
  'tide-sum.webp': '5fb2ccf3a9b2cf33a9bc518c8e1a8312-1600x900-333.webp',
  'train-scale.webp': '2d72c7a122f5aa9d9b429b16b7e046ec-1600x1067-221.webp',
  'two-savers.webp': '8c04ada3ca354cf5fe420dd9c2ce0ccb-1600x900-333.webp',
};
