// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/page.h"  // moc's anchor: the class itself is abstract

#include "moc_page.cpp"
